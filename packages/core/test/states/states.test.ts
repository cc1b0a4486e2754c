import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/insight/inspect.ts';
import { randomInto, STREAM, unit } from '../../src/math/random.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick, tickSliced } from '../../src/tick/tick.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import type { KernelName } from '../../src/world/plan.ts';
import type { World } from '../../src/world/world.ts';
import { LONG } from '../helpers/long.ts';
import { STATE_SCENES, stateScene } from './scenes.ts';

const KERNELS: readonly KernelName[] = ['ts', 'simd'];

interface Agent {
  readonly id: number;
  readonly species: string;
  readonly state: number;
  readonly since: number;
  readonly birth: number;
  readonly breath: number;
  readonly at: readonly number[];
  readonly goal: readonly number[];
}

/** The living, by id. */
function agentsOf(world: World): Map<number, Agent> {
  const { front, scenario } = world;
  const columns = front.columns as Record<string, Float32Array>;
  const triple = (
    { x, y, z }: { x: Float32Array; y: Float32Array; z: Float32Array },
    i: number,
  ) => [x[i], y[i], z[i]];
  const agents = new Map<number, Agent>();
  for (let i = 0; i < world.count; i++) {
    if (front.status[i] !== 1) continue;
    agents.set(front.id[i], {
      id: front.id[i],
      species: scenario.species[front.species[i]].name,
      state: columns.state[i],
      since: columns.stateTick[i],
      birth: front.birth[i],
      breath: columns.breath[i],
      at: triple(front.position, i),
      goal: triple(front.goal, i),
    });
  }
  return agents;
}

/** The distance, the short way round if the bounds wrap. */
function distanceIn(world: World, a: readonly number[], b: readonly number[]): number {
  const { bounds, dimensions } = world.scenario;
  const ways = a.map((v, axis) => {
    const way = Math.abs(b[axis] - v);
    if (bounds.type !== 'wrap' || axis >= dimensions) return way;
    const edge = bounds.max[axis] - bounds.min[axis];
    return Math.min(way, edge - way);
  });
  return Math.hypot(...ways);
}

/** The state of each agent after a step, derived from the scenario, agent by agent. */
function statesAfter(world: World, before: Map<number, Agent>): Map<number, number> {
  const after = agentsOf(world);
  const { species, dt, seed } = world.scenario;
  const now = world.tick;
  const pond = world.scenario.regions![0] as { center: number[]; radius: number };
  const inside = ({ at }: Agent) => distanceIn(world, at, pond.center) <= pond.radius;
  const states = new Map<number, number>();
  for (const agent of after.values()) {
    const { states: list } = species.find(({ name }) => name === agent.species)!;
    const old = before.get(agent.id);
    if (list === undefined || old === undefined) continue;
    const k = Math.min(old.state, list.length - 1);
    const nearest = (name: string) =>
      Math.min(
        ...[...after.values()]
          .filter((one) => one.species === name && one.id !== agent.id)
          .map((one) => distanceIn(world, agent.at, one.at)),
      );
    const fold = [...world.scenario.targets[0].position];
    const random = new Uint32Array(4);
    const found = list[k].next.find((transition, order) => {
      switch (transition.type) {
        case 'near':
          if (transition.target !== undefined)
            return distanceIn(world, agent.at, fold) <= transition.distance;
          return nearest(transition.species!) <= transition.distance;
        case 'far':
          return nearest(transition.species!) > transition.distance;
        case 'after':
          return (now - Math.max(old.since, old.birth)) * dt >= transition.time - 1e-6;
        case 'above':
          return agent.breath > transition.value;
        case 'below':
          return agent.breath < transition.value;
        case 'chance':
          randomInto(random, seed, now - 1, agent.id, STREAM.states + order);
          return unit(random[0]) < 1 - Math.exp(-transition.rate * dt);
        case 'arrived':
          return distanceIn(world, agent.at, agent.goal) <= transition.radius;
        case 'entered':
          return inside(agent) && !inside(old);
        case 'left':
          return !inside(agent) && inside(old);
      }
      return false;
    });
    states.set(agent.id, found ? list.findIndex(({ name }) => name === found.to) : old.state);
  }
  return states;
}

describe.each(STATE_SCENES)('in %s, seed 5', (_, options) => {
  it('agents go from state to state as the scenario says, and report what they enter', () => {
    const world = createWorld(stateScene(options));
    const taken = new Map<string, number>();
    for (let k = 0; k < (LONG ? 60 : 25); k++) {
      const before = agentsOf(world);
      tick(world);
      const expected = statesAfter(world, before);
      const written = world.scenario.commands.flatMap((command) =>
        command.type === 'write' && command.tick === k ? (command.ids as number[]) : [],
      );
      const fled: number[] = [];
      for (const agent of agentsOf(world).values()) {
        const state = expected.get(agent.id);
        if (state === undefined || written.includes(agent.id)) continue;
        const old = before.get(agent.id)!;
        const since = agent.state === old.state ? old.since : world.tick;
        if (agent.state !== state || agent.since !== since)
          expect([k, agent.id, agent.state, agent.since]).toEqual([k, agent.id, state, since]);
        if (agent.state === old.state) continue;
        const way = `${agent.species} ${old.state} ${agent.state}`;
        taken.set(way, (taken.get(way) ?? 0) + 1);
        if (agent.species === 'sheep' && agent.state === 1) fled.push(agent.id);
      }
      const entered = takeEvents(world).flatMap((event) =>
        event.type === 'entered' && event.state !== undefined ? [event.id] : [],
      );
      expect(entered).toEqual(fled.sort((a, b) => a - b));
    }
    // All kinds except those that are rare in these scenes.
    expect(taken.size).toBeGreaterThan(8);
  });

  it('a world restored from a snapshot continues with the same hashes', () => {
    const world = createWorld(stateScene(options), { kernel: 'simd' });
    tick(world, 17);
    const again = restore(snapshot(world), { kernel: 'ts' });
    for (const one of [world, again]) tick(one, 13);
    expect(stateHash(again)).toBe(stateHash(world));
  });
});

it('a route is kept while its agent does not navigate, also in snapshots of any tick', () => {
  const rows = ['..........', '.########.', '.#......#.', '.#.####.#.', '...#..#...'];
  const scenario = parseScenario({
    name: 'rest',
    dimensions: 2,
    dt: 0.1,
    map: { rows, legend: { '.': 1, '#': 'wall' }, cellSize: 2 },
    targets: [{ name: 'gate', position: [9, 5, 0] }],
    species: [
      {
        ...{ name: 'walker', count: 40, maxSpeed: 3 },
        spawn: { type: 'box', min: [0.1, 8.1, 0], max: [19, 9.9, 0] },
        states: [
          { name: 'go', next: [{ type: 'chance', to: 'wait', rate: 3 }] },
          { name: 'wait', next: [{ type: 'after', to: 'go', time: 0.3 }] },
        ],
        behaviors: [
          { type: 'navigate', target: 'gate', interval: 60, states: ['go'] },
          { type: 'cruise', speed: 0.1, states: ['wait'] },
        ],
      },
    ],
  });
  const world = createWorld(scenario, { kernel: 'simd' });
  for (let k = 0; k < (LONG ? 20 : 5); k++) {
    const again = restore(snapshot(world), { kernel: 'ts' });
    tick(again, 3);
    const hash = stateHash(again);
    const ahead = restore(snapshot(world));
    for (let n = 0; n < 3; n++) tickSliced(ahead, [0, 1]);
    expect([k, stateHash(ahead)]).toEqual([k, hash]);
    tick(world, LONG ? 1 : 4);
  }
});

/** Two agents at rest in a species with two states, of which each acts in its own. */
function pair(
  behaviors: readonly object[],
  more: object = {},
): Parameters<typeof parseScenario>[0] {
  return {
    name: 'pair',
    targets: [
      { name: 'left', position: [-50, 0, 0] },
      { name: 'right', position: [50, 0, 0] },
    ],
    species: [
      {
        name: 'mote',
        count: 2,
        spawn: {
          type: 'points',
          positions: [
            [0, 0, 0],
            [0, 0, 9],
          ],
        },
        maxSpeed: 5,
        states: [{ name: 'one' }, { name: 'two' }],
        behaviors,
        ...more,
      },
    ],
    commands: [{ tick: 0, type: 'write', ids: [1], column: 'state', words: [1] }],
  };
}

const SEEK = [
  { type: 'seek', target: 'left', states: ['one'] },
  { type: 'seek', target: 'right', states: ['two'] },
];

describe.each(KERNELS)('behaviors in states, %s', (kernel) => {
  it('act only in their states, and those without states act in all', () => {
    const gravity = { type: 'gravity', acceleration: 1 };
    const world = createWorld(parseScenario(pair([...SEEK, gravity])), { kernel });
    tick(world, 3);
    const { velocity, slot } = world.front;
    const [a, b] = [0, 1].map((id) => [velocity.x, velocity.y].map((plane) => plane[slot[id]]));
    expect(a[0]).toBeLessThan(0);
    // Until the step of the command it was in the first state, too.
    expect(b[0]).toBeGreaterThan(a[0] + 0.05);
    expect(a[1]).toBeCloseTo(b[1], 6);
    expect(a[1]).toBeLessThan(0);
  });

  it('give the forces that inspect finds, by state', () => {
    const world = createWorld(parseScenario(pair(SEEK)), { kernel });
    tick(world, 2);
    for (const [id, state, acts] of [
      [0, 'one', [true, false]],
      [1, 'two', [false, true]],
    ] as const) {
      const insight = inspect(world, id);
      expect(insight.state).toBe(state);
      expect(insight.forces.map((force) => force.acts)).toEqual(acts);
      expect(insight.forces.map(({ length }) => length > 0)).toEqual(acts);
    }
  });
});

it('a state without transitions keeps its agents, and a world without states has no columns', () => {
  const world = createWorld(parseScenario(pair(SEEK)));
  tick(world, 50);
  expect([...agentsOfPair(world)]).toEqual([0, 1]);
  const { commands: _, ...plain } = pair([]) as { commands: unknown; species: object[] };
  const bare = { ...plain, species: [{ ...plain.species[0], states: undefined }] };
  expect(Object.keys(createWorld(parseScenario(bare)).front.columns)).toEqual([]);
});

function agentsOfPair({ front }: World): number[] {
  const { state } = front.columns as Record<string, Uint32Array>;
  return [0, 1].map((id) => state[front.slot[id]]);
}

it('two states that lead to each other immediately change once per step', () => {
  const states = [
    { name: 'one', next: [{ type: 'after', to: 'two', time: 0 }] },
    { name: 'two', next: [{ type: 'after', to: 'one', time: 0 }] },
  ];
  const { commands: _, ...input } = pair([], { states }) as Record<string, unknown>;
  const world = createWorld(parseScenario(input));
  const seen = Array.from({ length: 5 }, () => {
    tick(world);
    return agentsOfPair(world)[0];
  });
  expect(seen).toEqual([1, 0, 1, 0, 1]);
});

describe('refused states', () => {
  const refused = (more: object, behaviors: readonly object[] = []): string => {
    try {
      parseScenario(pair(behaviors, more));
      return 'nothing';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const next = (...list: object[]) => ({ states: [{ name: 'one', next: list }, { name: 'two' }] });

  it.each<[string, object, RegExp]>([
    [
      'a state that does not exist',
      next({ type: 'after', to: 'tow', time: 1 }),
      /next\[0\]\.to: found "tow", expected a state: "one", "two"/,
    ],
    [
      'a transition to itself',
      next({ type: 'after', to: 'one', time: 1 }),
      /next\[0\]\.to: found "one", expected another state/,
    ],
    [
      'a kind that does not exist',
      next({ type: 'nearby', to: 'two' }),
      /next\[0\]\.type: found "nearby" \(did you mean "near"\?\), expected one of .*"near"/,
    ],
    [
      'nothing to be near to',
      next({ type: 'near', to: 'two', distance: 1 }),
      /species: found nothing, expected a species or a target/,
    ],
    [
      'a species that does not exist',
      next({ type: 'far', to: 'two', species: 'wolf', distance: 1 }),
      /found "wolf", expected a species: "mote"/,
    ],
    [
      'a column that does not exist',
      next({ type: 'above', to: 'two', column: 'energy', value: 1 }),
      /column: found "energy", expected a column/,
    ],
    [
      'a value that is not a number',
      next({ type: 'above', to: 'two', column: 'state', value: Number.NaN }),
      /value: found NaN/,
    ],
    [
      'a region that does not exist',
      next({ type: 'entered', to: 'two', region: 'x' }),
      /found "x", expected the name of a region, but the scenario has none/,
    ],
    [
      'a goal without goals',
      next({ type: 'arrived', to: 'two' }),
      /"arrived" of a species without goals/,
    ],
    [
      'two states with one name',
      { states: [{ name: 'one' }, { name: 'one' }] },
      /states\[1\]\.name: found "one"/,
    ],
    ['no states', { states: [] }, /at least 1 element/],
    [
      'a range without the last state',
      { columns: { state: { type: 'u32', max: 0 } } },
      /columns\.state\.max: found 0, expected at least 1, the last state/,
    ],
    [
      'a range without the first state',
      { columns: { state: { type: 'u32', min: 1 } } },
      /columns\.state\.min: found 1, expected 0, the first state/,
    ],
    [
      'a range that ends before the last tick',
      { columns: { stateTick: { type: 'u32', max: 5 } } },
      /columns\.stateTick\.max: found 5, expected at least 1073741824, the last tick/,
    ],
    [
      'too many',
      { states: Array.from({ length: 17 }, (_, k) => ({ name: `s${k}` })) },
      /at most 16 elements/,
    ],
    [
      'a report of a state that does not exist',
      { reports: [{ type: 'entered', state: 'x' }] },
      /reports\[0\]\.state: found "x", expected a state: "one", "two"/,
    ],
    [
      'a report of nothing',
      { reports: [{ type: 'entered' }] },
      /found nothing, expected a region, a link, or a state/,
    ],
  ])('%s', (_, more, expected) => {
    expect(refused(more)).toMatch(expected);
  });

  it('a behavior in a state that does not exist, or of a kind that must act in all states', () => {
    expect(refused({}, [{ type: 'wander', states: ['x'] }])).toMatch(
      /behaviors\[0\]\.states\[0\]: found "x", expected a state: "one", "two"/,
    );
    expect(refused({}, [{ type: 'orca', states: ['one'] }])).toMatch(
      /this behavior must act in all states/,
    );
    expect(refused({}, [{ type: 'homing', target: 'left', states: ['one'] }])).toMatch(
      /"homing", which hits/,
    );
    expect(refused({ states: undefined }, [{ type: 'wander', states: ['one'] }])).toMatch(
      /states of a species that has none/,
    );
  });

  it('more species with states than kernels can distinguish', () => {
    const states = Array.from({ length: 16 }, (_, k) => ({ name: `s${k}` }));
    const one = { count: 1, spawn: { type: 'pool' }, states };
    const species = ['a', 'b'].map((name) => ({ ...one, name }));
    expect(() => parseScenario({ name: 'many', species })).toThrow(
      /32 species, counting each state as one, expected at most 31/,
    );
  });
});
