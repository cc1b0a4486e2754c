import { describe, expect, it } from 'vitest';
import { defineLaw, evaluateLawLife, vec3 } from '../../src/laws/index.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { tick } from '../../src/tick/tick.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import type { WorldEvent } from '../../src/world/events.ts';
import { nextId } from '../../src/world/ids.ts';
import { slotOf } from '../../src/world/slot-of.ts';
import { STATUS } from '../../src/world/status.ts';
import type { World } from '../../src/world/world.ts';
import { BOX, birthScene, decay, grow, type SceneOptions } from '../helpers/birth-scene.ts';
import { hashesOf } from '../helpers/compare.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';
import { pointsOf, positionOf, worldOf } from '../helpers/scenes.ts';
import { stepAsTeam } from '../helpers/virtual-team.ts';

const fround = Math.fround;

interface Agent {
  readonly id: number;
  readonly species: string;
  readonly position: readonly number[];
  readonly velocity: readonly number[];
  readonly goal: readonly number[];
  readonly energy: number;
  readonly line: number;
  readonly home: readonly number[];
}

/** The living, by id. */
function agentsOf(world: World): Agent[] {
  const { id, species, status, position, velocity, columns } = world.views;
  const { energy, line, home } = columns as Record<string, never>;
  const { goal } = world.front;
  const triple = (
    { x, y, z }: { x: Float32Array; y: Float32Array; z: Float32Array },
    i: number,
  ) => [x[i], y[i], z[i]];
  return [...id]
    .flatMap((own, i) =>
      status[i] === STATUS.dead
        ? []
        : [
            {
              id: own,
              species: world.scenario.species[species[i]].name,
              position: triple(position, i),
              velocity: triple(velocity, i),
              goal: triple(goal, i),
              energy: (energy as Float32Array)[i],
              line: (line as Uint32Array)[i],
              home: triple(home, i),
            },
          ],
    )
    .sort((a, b) => a.id - b.id);
}

/** The ids of the dead of a species that are given to the next births, in order. */
function rowsOf(world: World, name: string): number[] {
  const { id, species, status } = world.views;
  const index = world.scenario.species.findIndex((species) => species.name === name);
  return [...id]
    .filter((_, i) => species[i] === index && status[i] === STATUS.dead)
    .reverse()
    .map((own) => nextId(world.plan.ids, own));
}

/** The births and deaths of the next step, from the laws alone, agent by agent. */
function expectedOf(world: World) {
  const { scenario, tick: at } = world;
  const { bounds, dimensions } = scenario;
  const rows = new Map(scenario.species.map(({ name }) => [name, rowsOf(world, name)]));
  const born: (Omit<Agent, 'energy' | 'line' | 'home'> & {
    parent: number;
    columns: Readonly<Record<string, unknown>>;
  })[] = [];
  const ended: number[] = [];
  const refused = new Map<string, number>();
  for (const agent of agentsOf(world)) {
    const law = agent.species === 'cell' ? grow : decay;
    const birth = world.front.birth[slotOf(world, agent.id)];
    const { position, velocity, energy, line, home } = agent;
    const columns = law === grow ? { energy, line, home } : {};
    const self = { id: agent.id, position, velocity, birth, ...columns } as never;
    const life = evaluateLawLife(law, { self, tick: at, dt: scenario.dt, dimensions });
    if (life.ends) ended.push(agent.id);
    life.births.forEach((one, k) => {
      if (one === undefined) return;
      const species = law === grow ? ['cell', 'spore'][k] : 'cell';
      const id = rows.get(species)!.shift();
      if (id === undefined) {
        refused.set(species, (refused.get(species) ?? 0) + 1);
        return;
      }
      let place = one.position ?? position;
      if (bounds.type !== 'open') {
        const isOut = (v: number, axis: number) => v < bounds.min[axis] || v > bounds.max[axis];
        if (bounds.type === 'wrap') {
          place = place.map((v, axis) =>
            isOut(v, axis) ? fround(v - 2 * bounds.max[axis]) : v,
          ) as never;
        } else if (place.slice(0, dimensions).some(isOut)) place = position as never;
      }
      if (dimensions === 2) place = [place[0], place[1], 0];
      born.push({
        id,
        species,
        parent: agent.id,
        position: place,
        velocity: one.velocity ?? velocity,
        goal: agent.goal,
        columns: one.columns,
      });
    });
  }
  return { born, ended, refused };
}

const KERNELS = ['ts', 'simd'] as const;
const SCENES: readonly SceneOptions[] = [
  {},
  { bounds: { type: 'contain', ...BOX } },
  { bounds: { type: 'open' }, dimensions: 2 },
  { dimensions: 2, capacity: 75 },
  { capacity: 66 },
];

describe('births and deaths by laws', () => {
  const scenes = [...SCENES.keys()].flatMap((k) =>
    someOf(KERNELS, 2, k / 2).map((kernel) => [k, kernel] as const),
  );

  it.each(someOf(scenes, 4))(
    'are those that the laws give for each agent by itself, scene %i, %s',
    (which, kernel) => {
      const world = worldOf(birthScene(SCENES[which]), { kernel });
      // The last scene is full only after a while.
      const steps = LONG || which === 4 ? 25 : 13;
      let births = 0;
      let deaths = 0;
      let wanting = 0;
      for (let step = 0; step < steps; step++) {
        const { born, ended, refused } = expectedOf(world);
        tick(world);
        const events = takeEvents(world);
        const now = new Map(agentsOf(world).map((agent) => [agent.id, agent]));
        for (const { parent: _, columns, ...child } of born) {
          expect(now.get(child.id)).toMatchObject({ ...child, ...columns });
          expect(world.front.birth[slotOf(world, child.id)]).toBe(world.tick);
          const { energy } = columns as { energy?: number };
          if (energy === undefined && child.species === 'spore')
            expect(now.get(child.id)!.energy).toBe(20);
        }
        for (const id of ended) expect(now.has(id)).toBe(false);
        const cells = born.filter(({ species }) => species === 'cell');
        expect(ofType(events, 'born').map(({ id, parent }) => [id, parent])).toEqual(
          [...cells].sort((a, b) => a.id - b.id).map(({ id, parent }) => [id, parent]),
        );
        expect(ofType(events, 'died').map(({ id, of }) => [id, of])).toEqual(
          ended.map((id) => [id, 'law']),
        );
        expect(ofType(events, 'full')).toEqual(
          ['cell', 'spore'].flatMap((species) =>
            refused.has(species)
              ? [
                  {
                    type: 'full',
                    tick: world.tick,
                    species,
                    recycled: 0,
                    refused: refused.get(species),
                  },
                ]
              : [],
          ),
        );
        births += born.length;
        deaths += ended.length;
        wanting += [...refused.values()].reduce((sum, n) => sum + n, 0);
      }
      expect(births).toBeGreaterThan(40);
      expect(deaths).toBeGreaterThan(20);
      if (which === 4) expect(wanting).toBeGreaterThan(0);
    },
  );
});

/** A scene of growth in which commands take part, and cells are recycled when there is no room. */
const BUSY = { capacity: 80, whenFull: 'recycle' } as const;

function busyWorld(kernel: 'ts' | 'simd'): World {
  const commands = Array.from({ length: 10 }, (_, k) => 3 * k).flatMap((at) => [
    { type: 'spawn', species: 'spore', count: 2, tick: at, position: [at - 15, 1, 2] },
    {
      type: 'remove',
      species: 'cell',
      sphere: { center: [9, 0, 0], radius: 3 },
      tick: at + 1,
    },
    {
      type: 'place',
      species: 'cell',
      box: { min: [-20, -16, -9], max: [-12, 0, 9] },
      velocity: [3, 2, 1],
      tick: at + 2,
    },
  ]);
  return worldOf({ ...birthScene(BUSY), commands }, { kernel });
}

describe('a place that a law gives', () => {
  const bud = defineLaw({
    name: 'bud',
    description: 'Lets one be born to its right, once.',
    births: ({ self, tick }) => [
      { when: tick.equal(0), position: self.position.add(vec3(4, 0, 0)) },
    ],
  });
  const [low, right] = [
    [0, 0, 0],
    [10, 0, 0],
  ];
  const grounds = {
    'in a wall': { map: { rows: ['...#..#...'], legend: { '.': 1, '#': 'wall' } } },
    'off the mesh': {
      mesh: {
        vertices: [
          low,
          [3, 0, 0],
          [3, 1, 0],
          [0, 1, 0],
          [4, 0, 0],
          [6, 0, 0],
          [6, 1, 0],
          [4, 1, 0],
        ].concat([[7, 0, 0], right, [10, 1, 0], [7, 1, 0]]),
        polygons: [
          [0, 1, 2, 3],
          [4, 5, 6, 7],
          [8, 9, 10, 11],
        ],
      },
    },
  };

  it.each(Object.entries(grounds))('%s is not taken', (_, ground) => {
    const xs = [0.5, 1.5, 2.5, 5.5, 7.5];
    const world = worldOf({
      dimensions: 2,
      ...ground,
      laws: [bud],
      species: [
        {
          name: 'cell',
          ...pointsOf(xs.map((x) => [x, 0.5, 0])),
          capacity: 10,
          behaviors: [{ type: 'law:bud' }],
        },
      ],
    });
    tick(world);
    // Beside 2.5 and 7.5 there is none: a gap or a wall, and the end of the ground.
    const born = xs.map((_x, k) => positionOf(world, 5 + k)[0]);
    expect(born).toEqual([4.5, 5.5, 2.5, 9.5, 7.5]);
  });
});

const TICKS = 30;

describe('births and deaths', () => {
  const alone = busyWorld('ts');
  const expected = hashesOf(alone, TICKS);
  const told = takeEvents(alone);

  it('have one hash with both kernels, another in each tick', () => {
    expect(hashesOf(busyWorld('simd'), TICKS)).toEqual(expected);
    expect(new Set(expected).size).toBe(TICKS);
  });

  it.each(
    someOf(
      [2, 3, 5, 8, 13].flatMap((workers) => KERNELS.map((kernel) => [workers, kernel] as const)),
      5,
    ),
  )('have one hash with %i workers whose cuts move, %s', (workers, kernel) => {
    const random = randomOf(workers);
    const world = busyWorld(kernel);
    const events: WorldEvent[] = [];
    for (const hash of expected) {
      stepAsTeam(world, 1 + Math.floor(random() * workers), random);
      expect(stateHash(world)).toBe(hash);
      events.push(...takeEvents(world));
    }
    expect(events).toEqual(told);
  });

  it('continue from a snapshot of any tick, with events not taken yet', () => {
    const whole = busyWorld('simd');
    const hashes = hashesOf(whole, TICKS);
    const events = takeEvents(whole);
    for (let at = 1; at < TICKS; at += LONG ? 1 : 13) {
      const world = busyWorld('ts');
      tick(world, at);
      const again = restore(snapshot(world), { kernel: 'simd' });
      expect(stateHash(again)).toBe(hashes[at - 1]);
      tick(again, TICKS - at);
      expect(stateHash(again)).toBe(hashes[TICKS - 1]);
      expect(takeEvents(again)).toEqual(events);
    }
  });
});

function ofType<Type extends WorldEvent['type']>(events: readonly WorldEvent[], type: Type) {
  return events.filter(
    (event): event is Extract<WorldEvent, { type: Type }> => event.type === type,
  );
}
