import { describe, expect, it } from 'vitest';
import type { CommandType } from '../../src/commands/records.ts';
import { ScenarioError } from '../../src/errors.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { tick } from '../../src/tick/tick.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import type { World } from '../../src/world/world.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';
import { worldOf } from '../helpers/scenes.ts';
import { stepAsTeam } from '../helpers/virtual-team.ts';

type Input = Readonly<Record<string, unknown>>;
type Random = () => number;

/** Nothing moves by more than a hair in a tick, so a tick between two commands changes nothing by itself. */
const DT = 1e-4;
const HAIR = 0.02;

/** A map with two walls, in the column from 2 to 3 m. No agent starts there. */
const MAP = { rows: ['........', '..#.....', '........', '........', '..#.....', '........'] };

/** A small world in which agents are at rest: with a map, obstacles, columns, a pool, and room for births. */
function sceneOf(random: Random): Input {
  const bounds = pick<Input>(random, [
    { type: 'contain', min: [0, 0], max: [8, 6] },
    { type: 'wrap', min: [0, 0], max: [8, 6] },
    { type: 'open' },
  ]);
  const assignable = { assignable: true, weight: 0 };
  const roomy = {
    maxSpeed: 50,
    spawn: { type: 'points', positions: pointsOf(random, 3) },
    behaviors: [
      { type: 'seek', target: 'sun', ...assignable },
      { type: 'pursue', quarry: 'ring', ...assignable },
      { type: 'goal', weight: 0 },
    ],
    goals: { type: 'mirror', center: [4, 3] },
    columns: { energy: { type: 'f32', default: 3 }, mark: { type: 'u32', default: 5 } },
  };
  return {
    dt: DT,
    seed: Math.floor(random() * 1000),
    dimensions: 2,
    bounds,
    ...(bounds.type === 'wrap' ? {} : { map: MAP }),
    targets: [
      { name: 'sun', position: [1.5, 5.5], radius: 0.1 },
      { name: 'moon', position: [6.5, 0.5], radius: 0.1 },
    ],
    species: [
      { name: 'walker', count: 3, capacity: 5, ...roomy },
      {
        name: 'ring',
        count: 4,
        capacity: 5,
        whenFull: 'recycle',
        maxSpeed: 50,
        spawn: { type: 'points', positions: pointsOf(random, 4) },
      },
      {
        name: 'dart',
        count: 3,
        spawn: { type: 'pool' },
        maxSpeed: 50,
        behaviors: [{ type: 'gravity', acceleration: 9 }],
      },
    ],
    launchers: [
      { name: 'gun', species: 'dart', target: 'sun', position: [0.5, 0.5], speed: 20 },
      {
        ...{ name: 'mortar', species: 'dart', target: 'moon', position: [0.5, 3.5], speed: 40 },
        aim: 'ballistic',
      },
    ],
    obstacleCapacity: 2,
    obstacles: [{ type: 'box', name: 'crate', min: [3, 3], max: [4, 4] }],
  };
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)];
}

/** A point in the middle of a half cell, and so never on the rim of a region. */
function pointOf(random: Random): number[] {
  return [0.25 + 0.5 * Math.floor(random() * 16), 0.25 + 0.5 * Math.floor(random() * 12)];
}

function pointsOf(random: Random, count: number): number[][] {
  return Array.from({ length: count }, () => {
    const [x, y] = pointOf(random);
    return [3 + (5 * x) / 8, y];
  });
}

function regionOf(random: Random): Input {
  const [x, y] = [Math.floor(random() * 7), Math.floor(random() * 5)];
  if (random() < 0.4) return { sphere: { center: [x + 0.5, y + 0.5], radius: 0.6 + random() } };
  return { box: { min: [x, y], max: [x + 1 + 3 * random(), y + 1 + 3 * random()] } };
}

/** The ids of rows 0 to 12, with those of agents that are not born yet. */
function idsOf(random: Random, first: number, count: number): number[] {
  const ids = Array.from({ length: count }, (_, k) => first + k).filter(() => random() < 0.5);
  return ids.length > 0 ? ids : [first];
}

function chosenOf(random: Random, species = pick(random, ['walker', 'ring', 'dart'])): Input {
  const first = { walker: 0, ring: 5, dart: 10 }[species]!;
  return pick(random, [
    { species },
    { ids: idsOf(random, first, species === 'dart' ? 3 : 5) },
    { species, ...regionOf(random) },
    regionOf(random),
  ]);
}

/** Links and areas need a ground, which excludes a map. */
const MADE: Readonly<Record<Exclude<CommandType, 'link' | 'area'>, (random: Random) => Input>> = {
  fire: (random) => ({
    launcher: pick(random, ['gun', 'mortar']),
    count: 1 + Math.floor(3 * random()),
    angle: 0,
  }),
  move: (random) => ({ target: pick(random, ['sun', 'moon']), position: pointOf(random) }),
  set: (random) =>
    pick<Input>(random, [
      { species: 'dart', parameter: 'damping', value: random() },
      { species: 'dart', behavior: 'gravity', parameter: 'acceleration', value: 1 + 20 * random() },
    ]),
  cells: (random) => {
    const [x, y] = [Math.floor(random() * 7), Math.floor(random() * 2)];
    const cost = random() < 0.5 ? 'wall' : 2;
    return { min: [x + 0.1, y + 0.1], max: [x + 2 * random(), y + 1.5], cost };
  },
  remove: (random) => chosenOf(random),
  place: (random) => ({
    ...chosenOf(random),
    ...pick<Input>(random, [
      { position: pointOf(random) },
      { velocity: [1, -2] },
      { position: pointOf(random), velocity: [-3, 1] },
    ]),
  }),
  go: (random) => ({ ...chosenOf(random, 'walker'), position: pointOf(random) }),
  obstacle: (random) =>
    pick<Input>(random, [
      {
        do: 'add',
        name: pick(random, ['ball', 'egg']),
        obstacle: {
          type: 'sphere',
          center: pointOf(random),
          radius: 0.5,
        },
      },
      { do: 'move', name: pick(random, ['crate', 'ball']), position: pointOf(random) },
      { do: 'turn', name: 'crate', rotation: random() },
      { do: 'remove', name: pick(random, ['crate', 'ball']) },
    ]),
  spawn: (random) => {
    const species = pick(random, ['walker', 'ring', 'dart']);
    const point = pointOf(random);
    return {
      species,
      count: 1 + Math.floor(3 * random()),
      // A box that is a point gives the same place at any tick, unless there is a wall.
      ...(random() < 0.5 ? { position: point } : { box: { min: point, max: point } }),
      ...(random() < 0.5 ? { velocity: [0, 1] } : {}),
      ...(species === 'walker' && random() < 0.5 ? { goal: pointOf(random) } : {}),
      ...(random() < 0.5 ? { columns: { energy: 7 } } : {}),
    };
  },
  write: (random) => ({
    ...chosenOf(random),
    ...pick<Input>(random, [
      { column: 'energy', value: 9 * random() },
      { column: 'mark', value: Math.floor(99 * random()) },
    ]),
  }),
  assign: (random) => ({
    ...chosenOf(random, 'walker'),
    ...pick<Input>(random, [
      { target: pick(random, ['sun', 'moon']) },
      { quarry: 5 + Math.floor(5 * random()) },
      { clear: true },
    ]),
  }),
};

const COMMAND_TYPES = Object.keys(MADE) as (keyof typeof MADE)[];

function commandOf(type: keyof typeof MADE, random: Random): Input {
  return { type, ...MADE[type](random) };
}

/** A world, or undefined if the name of an obstacle, or `cells` in a world without a map, is refused. */
function tryWorld(input: Input, kernel: 'ts' | 'simd'): World | undefined {
  try {
    return worldOf(input, { kernel });
  } catch (error) {
    expect(error).toBeInstanceOf(ScenarioError);
    expect((error as ScenarioError).problems.map(({ path }) => path).join(), String(error)).toMatch(
      /^(\$\.commands\[\d+\]\.(name|obstacle\.name|type),?)+$/,
    );
    return undefined;
  }
}

/** Commands and the effects of the step are compared by what they say, without the ticks. */
function eventsOf(world: World): unknown[] {
  return takeEvents(world).map(({ tick: _, ...rest }) => rest);
}

interface Told {
  readonly words: string;
  readonly numbers: readonly number[];
}

/** What the state says about living agents. Newborn agents have other ids where earlier ones lived for no tick. */
function agentsOf(world: World, first: Uint32Array): Told[] {
  const { front, plan } = world;
  const { columns } = world.views;
  const { energy, mark } = columns as unknown as { energy: Float32Array; mark: Uint32Array };
  const told: Told[] = [];
  for (let i = 0; i < plan.agents; i++) {
    if (front.status[i] === 0) continue;
    const id = front.id[i];
    const isOld = first[id & plan.ids.indexMask] === id;
    const quarry = front.assignedQuarry[i];
    told.push({
      words: `${isOld ? id : 'new'} of ${front.species[i]}, ${energy[i]} ${mark[i]}, to ${front.assignedTarget[i]} ${quarry}`,
      numbers: [front.position, front.velocity, front.goal].flatMap(({ x, y, z }) => [
        x[i],
        y[i],
        z[i],
      ]),
    });
  }
  const key = ({ words, numbers }: Told) => `${words} ${numbers.map((n) => Math.round(4 * n))}`;
  return told.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function restOf({ front, plan }: World): number[][] {
  const planes = [
    front.targetPosition,
    front.targetVelocity,
    front.targetHome,
    front.obstacleCenter,
  ];
  return [
    ...planes.flatMap(({ x, y, z }) => [[...x], [...y], [...z]]),
    [...front.speciesParameters, ...front.behaviorParameters],
    plan.map === undefined ? [] : [...front.mapCost],
    [...front.obstacleKind, ...front.obstacleName, ...front.obstacleRotation],
    [...front.born],
  ];
}

function livingIds({ front, plan }: World): Uint32Array {
  return Uint32Array.from({ length: plan.agents }, (_, index) => {
    const at = front.slot[index];
    return front.status[at] === 0 ? 0xffffffff : front.id[at];
  });
}

function expectNear(found: readonly number[], expected: readonly number[], why: string): void {
  expect(found.length, why).toBe(expected.length);
  found.forEach((value, k) => {
    if (value !== expected[k]) expect(Math.abs(value - expected[k]), why).toBeLessThan(HAIR);
  });
}

/** Compares a world that got all commands in one tick with one that got them one after the other. */
function compare(scene: Input, commands: readonly Input[], random: Random): void {
  const why = JSON.stringify(commands);
  const at = (tickOf: (k: number) => number): Input => ({
    ...scene,
    commands: commands.map((command, k) => ({ ...command, tick: tickOf(k) })),
  });
  const kernel = random() < 0.5 ? 'ts' : 'simd';
  const together = tryWorld(
    at(() => 0),
    kernel,
  );
  const apart = tryWorld(
    at((k) => k),
    'ts',
  );
  expect(together === undefined, why).toBe(apart === undefined);
  if (together === undefined || apart === undefined) return;
  const first = livingIds(apart);
  stepAsTeam(together, 1 + Math.floor(4 * random()), random);
  tick(apart, commands.length);
  expect(eventsOf(together), why).toEqual(eventsOf(apart));
  const [found, expected] = [agentsOf(together, first), agentsOf(apart, first)];
  expect(
    found.map(({ words }) => words),
    why,
  ).toEqual(expected.map(({ words }) => words));
  for (const [k, { numbers }] of found.entries()) expectNear(numbers, expected[k].numbers, why);
  const rest = restOf(apart);
  for (const [k, numbers] of restOf(together).entries()) expectNear(numbers, rest[k], why);
  const alone = tryWorld(
    at(() => 0),
    'ts',
  )!;
  tick(alone);
  expect(stateHash(together), why).toBe(stateHash(alone));
}

describe('the commands of a tick', () => {
  const pairs = COMMAND_TYPES.flatMap((first) =>
    COMMAND_TYPES.map((second) => [first, second] as const),
  );

  it.each(someOf(pairs, 2))('act in their order: %s, then %s', (first, second) => {
    const random = randomOf(
      101 + 12 * COMMAND_TYPES.indexOf(first) + COMMAND_TYPES.indexOf(second),
    );
    for (let n = 0; n < (LONG ? 12 : 1); n++) {
      compare(sceneOf(random), [commandOf(first, random), commandOf(second, random)], random);
    }
  });

  it.each([7, 8, 9, 10])('act in their order, up to six of them: seed %i', (seed) => {
    const random = randomOf(seed);
    for (let n = 0; n < (LONG ? 20 : 2); n++) {
      const count = 3 + Math.floor(4 * random());
      const commands = Array.from({ length: count }, () =>
        commandOf(pick(random, COMMAND_TYPES), random),
      );
      compare(sceneOf(random), commands, random);
    }
  });

  const REST = { maxSpeed: 2, radius: 0.3, behaviors: [] };
  const row = (count: number): Input => ({
    type: 'points',
    positions: Array.from({ length: count }, (_, k) => [5 + k, 5]),
  });
  const stepped = (scene: Input, commands: readonly Input[]): World => {
    const timed = commands.map((command) => ({ ...command, tick: 0 }));
    const world = worldOf({ dimensions: 2, ...scene, commands: timed });
    tick(world);
    return world;
  };
  const living = ({ front, plan }: World): number[] =>
    [...front.id].filter((_, i) => front.status[i] !== 0 && i < plan.agents).sort((a, b) => a - b);

  it('leave room for births where agents were removed', () => {
    const scene = { species: [{ name: 'a', count: 4, spawn: row(4), ...REST }] };
    const world = stepped(scene, [
      { type: 'remove', species: 'a' },
      { type: 'spawn', species: 'a', count: 4, position: [20, 10] },
    ]);
    expect(living(world)).toHaveLength(4);
    expect([...world.front.position.x]).toEqual([20, 20, 20, 20]);
    expect(takeEvents(world)).toMatchObject([{ count: 4 }, { count: 4, recycled: 0, refused: 0 }]);
  });

  it('choose agents where they were placed, and not where they were', () => {
    const scene = { species: [{ name: 'a', count: 4, spawn: row(4), ...REST }] };
    const box = { min: [29, 29], max: [31, 31] };
    const place = { type: 'place', ids: [2], position: [30, 30] };
    expect(living(stepped(scene, [place, { type: 'remove', box }]))).toEqual([0, 1, 3]);
    const home = { min: [4, 4], max: [9, 6] };
    expect(living(stepped(scene, [place, { type: 'remove', box: home }]))).toEqual([2]);
  });

  it('choose new agents, which have no id if they end at once', () => {
    const scene = { species: [{ name: 'a', count: 1, capacity: 3, spawn: row(1), ...REST }] };
    const spawn = { type: 'spawn', species: 'a', position: [20, 10] };
    const remove = { type: 'remove', species: 'a' };
    expect(living(stepped(scene, [spawn, remove]))).toEqual([]);
    const world = stepped(scene, [spawn, remove, spawn]);
    expect(living(world)).toHaveLength(1);
    expect(takeEvents(world).map((event) => 'count' in event && event.count)).toEqual([1, 2, 1]);
  });

  it('create agents outside new walls', () => {
    const map = { rows: ['....', '....'] };
    const scene = { map, species: [{ name: 'a', count: 9, ...REST, spawn: { type: 'pool' } }] };
    const world = stepped(scene, [
      { type: 'cells', min: [0.1, 0.1], max: [1.9, 1.9], cost: 'wall' },
      { type: 'spawn', species: 'a', count: 9, box: { min: [0.1, 0.1], max: [3.9, 1.9] } },
    ]);
    expect(living(world)).toHaveLength(9);
    expect(Math.min(...world.front.position.x)).toBeGreaterThanOrEqual(2);
  });

  it('assign no quarry that was removed', () => {
    const behaviors = [{ type: 'pursue', quarry: 'b', assignable: true }];
    const a = { name: 'a', count: 1, spawn: row(1), ...REST, behaviors };
    const scene = { species: [a, { name: 'b', count: 2, spawn: row(2), ...REST }] };
    const assign = { type: 'assign', ids: [0], quarry: 2 };
    const quarryOf = ({ front }: World) => front.assignedQuarry[front.slot[0]];
    expect(quarryOf(stepped(scene, [assign]))).toBe(3);
    expect(quarryOf(stepped(scene, [{ type: 'remove', ids: [2] }, assign]))).toBe(0);
  });
});
