import { describe, expect, it } from 'vitest';
import { inspect } from '../../../src/insight/inspect.ts';
import { stateHash } from '../../../src/phases/hash.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { restore, snapshot } from '../../../src/snapshot/snapshot.ts';
import { createWorld } from '../../../src/tick/create-world.ts';
import { tick, tickSliced } from '../../../src/tick/tick.ts';
import { command } from '../../../src/world/commands.ts';
import { ROUTE } from '../../../src/world/engine-columns.ts';
import { takeEvents } from '../../../src/world/event-ring.ts';
import { routesPlanOf } from '../../../src/world/routes-plan.ts';
import type { World } from '../../../src/world/world.ts';
import { randomRows } from '../../helpers/mazes.ts';

const SIDE = 24;
const COUNT = 60;

function create(routes: Record<string, unknown> | undefined, seed: number, walls = 0.15): World {
  const rows = randomRows(SIDE, SIDE, walls, seed);
  const scenario = parseScenario({
    name: 'turns',
    seed,
    dimensions: 2,
    map: { rows, legend: { '.': 1, '#': 'wall' }, cellSize: 2, origin: [-11, 5] },
    species: [
      {
        ...{ name: 'walker', count: COUNT, maxSpeed: 3, maxForce: 30 },
        spawn: { type: 'box', min: [-11, 5], max: [37, 53] },
        goals: { type: 'mirror', center: [13, 29] },
        reports: [{ type: 'waiting' }],
        behaviors: [{ type: 'navigate', interval: 0 }],
      },
    ],
    routes,
  });
  return createWorld(scenario);
}

/** The goal cell of each agent's route, by id; 0 without a route. */
function goalsOf({ front }: World): number[] {
  return Array.from({ length: COUNT }, (_, id) => front.route[id * ROUTE.words + ROUTE.goal]);
}

describe('searches for routes', () => {
  it.each([
    [1, 1],
    [4, 2],
    [7, 3],
    [59, 4],
  ])(
    'are at most %i in a tick, in the order of waiting and then of ids (seed %i)',
    (most, seed) => {
      const world = create({ perTick: most }, seed);
      tick(world, 1);
      // All have asked, and none has searched.
      expect(goalsOf(world)).toEqual(Array(COUNT).fill(0));
      let served = 0;
      while (served < COUNT) {
        tick(world, 1);
        served = Math.min(COUNT, served + most);
        expect(goalsOf(world).map((goal) => goal > 0)).toEqual(
          Array.from({ length: COUNT }, (_, id) => id < served),
        );
      }
    },
  );

  it('are a quarter as many in a tick by default where cells differ in cost', () => {
    const rows = Array.from({ length: 256 }, () => '.'.repeat(256));
    const turns = (legend: Record<string, number>): number | undefined => {
      const walker = {
        name: 'walker',
        count: 100,
        behaviors: [{ type: 'navigate', target: 'goal' }],
      };
      const scenario = parseScenario({
        ...{ name: 'turns', dimensions: 2, map: { rows, legend } },
        targets: [{ name: 'goal', position: [1, 1] }],
        species: [
          {
            ...walker,
            maxSpeed: 3,
            maxForce: 30,
            spawn: { type: 'box', min: [0, 0], max: [9, 9] },
          },
        ],
      });
      return routesPlanOf(scenario)?.perTick;
    };
    expect(turns({ '.': 2 })).toBe(64);
    expect(turns({ '.': 2, ',': 3 })).toBe(16);
  });

  it('that were asked for later come later, whatever the id', () => {
    const world = create({ perTick: 2 }, 5);
    tick(world, 2 + COUNT / 2);
    const before = goalsOf(world);
    expect(before).not.toContain(0);
    const go = (ids: number[]) => command(world, { type: 'go', ids, position: [0, 40] });
    go([41, 50, 58]);
    tick(world, 1);
    go([3, 7]);
    const changed: number[][] = [];
    for (let k = 0; k < 6; k++) {
      const old = goalsOf(world);
      tick(world, 1);
      const now = goalsOf(world);
      changed.push([...now.keys()].filter((id) => now[id] !== old[id]));
    }
    expect(changed.filter((ids) => ids.length > 0)).toEqual([[41, 50], [3, 58], [7]]);
  });

  it('happen at once if there are no more agents than turns, as without the key', () => {
    const hash = (routes: Record<string, unknown> | undefined) => {
      const world = create(routes, 6);
      tick(world, 40);
      return stateHash(world);
    };
    expect(hash({ perTick: COUNT })).toBe(hash(undefined));
    expect(hash({ perTick: COUNT - 1 })).not.toBe(hash(undefined));
  });

  it('lead agents that wait straight on, or let them stop, and all arrive', () => {
    const far = (world: World) => {
      const { position, goal } = world.front;
      return [...position.x.keys()].map((i) =>
        Math.hypot(position.x[i] - goal.x[i], position.y[i] - goal.y[i]),
      );
    };
    for (const waiting of ['straight', 'stop']) {
      const world = create({ perTick: 1, waiting }, 7);
      const start = far(world);
      tick(world, 20);
      const { id } = world.views;
      const late = [...id.keys()].filter((i) => id[i] > 40);
      const nearer = late.filter((i) => far(world)[i] < start[i] - 0.1).length;
      if (waiting === 'stop') expect(nearer).toBe(0);
      else expect(nearer).toBeGreaterThan(late.length / 2);
      tick(world, 3000);
      expect(far(world).filter((gap) => gap > 3).length).toBeLessThan(COUNT / 6);
    }
  });

  it('continue after a snapshot, and inspect says who waits', () => {
    const world = create({ perTick: 3 }, 8);
    tick(world, 8);
    const copy = restore(snapshot(world));
    expect(inspect(world, 2).ways[0].status).not.toBe('waiting');
    expect(inspect(world, 55).ways[0]).toMatchObject({ status: 'waiting', points: [] });
    tick(world, 30);
    tick(copy, 30);
    expect(stateHash(copy)).toBe(stateHash(world));
  });

  it('are reported by those that begin to wait, once for each wait', () => {
    const world = create({ perTick: 5 }, 10);
    const all = [...Array(COUNT).keys()];
    // What `inspect` says of a tick is what the next step does.
    const waiting = () => all.filter((id) => inspect(world, id).ways[0]?.status === 'waiting');
    let before: number[] = [];
    let events = 0;
    for (let k = 0; k < 40; k++) {
      if (k === 25) command(world, { type: 'go', ids: all.slice(20), position: [0, 40] });
      const now = waiting();
      const expected = now.filter((id) => !before.includes(id));
      tick(world, 1);
      const told = takeEvents(world).map((event) => [event.type, 'id' in event && event.id]);
      expect(told).toEqual(expected.map((id) => ['waiting', id]));
      events += told.length;
      before = now;
    }
    expect(events).toBeGreaterThan(COUNT + 20);
  });

  it('to a cell where many want to go are shared, by eight times as many agents in a tick', () => {
    const world = create({ perTick: 3 }, 9, 0);
    const many = [...Array(COUNT).keys()].filter((id) => id % 7 > 1);
    command(world, { type: 'go', ids: many, position: [14, 30] });
    // All ask in the first tick, before they have the new goal.
    tick(world, 2);
    let waiting = [...Array(COUNT).keys()].slice(3);
    let shared = 0;
    while (waiting.length > 0) {
      const group = waiting.filter((id) => many.includes(id));
      const shares = many.includes(waiting[0]) && group.length >= 8;
      const served = shares ? group.slice(0, 24) : waiting.slice(0, 3);
      shared += shares ? 1 : 0;
      waiting = waiting.filter((id) => !served.includes(id));
      tick(world, 1);
      const without = [...goalsOf(world).entries()].filter(([, goal]) => goal === 0);
      expect(without.map(([id]) => id)).toEqual(waiting);
      const goals = new Set(goalsOf(world).filter((_, id) => id > 2 && group.includes(id)));
      expect([...goals].filter((goal) => goal > 0).length).toBeLessThan(2);
    }
    expect(shared).toBe(2);
  });

  it.each([[[0]], [[2, 0, 1]], [[4, 2, 0, 3, 1]]])(
    'that are shared give the same hash for workers in the order %j, and after a snapshot',
    (order) => {
      const start = (): World => {
        const world = create({ perTick: 1 }, 11);
        const ids = [...Array(COUNT).keys()].filter((id) => id % 5 > 0);
        command(world, { type: 'go', ids, position: [14, 30] });
        return world;
      };
      const plain = start();
      tick(plain, 60);
      for (const kernel of ['ts', 'simd'] as const) {
        let world = start();
        // Some agents have their turn at the snapshot, and others wait.
        for (let k = 0; k < 5; k++) tickSliced(world, order);
        world = restore(snapshot(world), { kernel });
        for (let k = 0; k < 55; k++) tickSliced(world, order);
        expect(stateHash(world)).toBe(stateHash(plain));
      }
    },
  );

  it('that are shared wait again where the map was cut in between', () => {
    const world = create({ perTick: 3 }, 9, 0);
    const ids = [...Array(COUNT).keys()];
    command(world, { type: 'go', ids, position: [14, 30] });
    tick(world, 2);
    command(world, { type: 'cells', min: [-11, 20], max: [36.9, 21], cost: 'wall' });
    tick(world, 1);
    const before = goalsOf(world).filter((goal) => goal > 0).length;
    tick(world, 1);
    expect(goalsOf(world).filter((goal) => goal > 0).length).toBeLessThanOrEqual(before + 24);
    const copy = restore(snapshot(world));
    tick(world, 40);
    tick(copy, 40);
    expect(stateHash(copy)).toBe(stateHash(world));
    tick(world, 200);
    expect(goalsOf(world)).not.toContain(0);
  });

  it('to a cell beyond the map are refused in a snapshot', () => {
    const world = create({ perTick: 3 }, 8);
    tick(world, 2);
    world.front.asked[11] = SIDE * SIDE + 1;
    expect(() => restore(snapshot(world))).toThrow('asked[11] 577, expected at most 576');
  });
});
