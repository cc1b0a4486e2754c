import { describe, expect, it, vi } from 'vitest';
import { inspect } from '../../../src/insight/inspect.ts';
import { CorridorFinder } from '../../../src/path/mesh/corridor.ts';
import { polygonAt } from '../../../src/path/mesh/mesh-place.ts';
import { stateHash } from '../../../src/phases/hash.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import type { Scenario } from '../../../src/scenario/schema.ts';
import { restore, snapshot } from '../../../src/snapshot/snapshot.ts';
import { createWorld } from '../../../src/tick/create-world.ts';
import { tick, tickSliced } from '../../../src/tick/tick.ts';
import { command } from '../../../src/world/commands.ts';
import { ROUTE } from '../../../src/world/engine-columns.ts';
import { findPaths } from '../../../src/world/find-paths.ts';
import { meshIn } from '../../../src/world/mesh.ts';
import type { World } from '../../../src/world/world.ts';
import { someOf } from '../../helpers/long.ts';
import { randomSource } from '../../path/mesh/random-meshes.ts';

const WORKERS = [1, 2, 3, 5, 8, 13];

/** Two rooms, each 4 m wide, with a door of 1 m between them, and an island that no way leads to. */
const ROOMS = {
  vertices: [
    [0, 0],
    [4, 0],
    [4, 1.5],
    [4, 2.5],
    [4, 4],
    [0, 4],
    [5, 1.5],
    [5, 2.5],
    [5, 0],
    [9, 0],
    [9, 4],
    [5, 4],
    [20, 0],
    [21, 0],
    [20, 1],
  ],
  polygons: [
    [0, 1, 2, 3, 4, 5],
    [2, 6, 7, 3],
    [8, 9, 10, 11, 7, 6],
    [12, 13, 14],
  ],
};

function inRooms(replaced: Record<string, unknown> = {}): Scenario {
  return parseScenario({
    name: 'rooms',
    dimensions: 2,
    mesh: ROOMS,
    targets: [{ name: 'goal', position: [5.5, 0.5] }],
    species: [
      {
        name: 'walker',
        count: 1,
        spawn: { type: 'points', positions: [[3.5, 3.5]] },
        radius: 0.2,
        maxSpeed: 2,
        maxForce: 40,
        reports: [{ type: 'unreachable', target: 'goal' }],
        behaviors: [{ type: 'navigate', target: 'goal', interval: 0 }],
      },
    ],
    ...replaced,
  });
}

/** Walkers on a random mesh, with goals on and beside it. */
function crowd(seed: number, count: number, edge = 6): Scenario {
  const { vertices, polygons } = randomSource(seed, edge, 0.25);
  const half = edge / 2;
  return parseScenario({
    name: 'crowd',
    dimensions: 2,
    seed,
    dt: 0.05,
    mesh: { vertices, polygons },
    targets: [
      {
        name: 'goal',
        position: [half, half],
        motion: { type: 'orbit', center: [0, half], rate: 1 },
      },
      { name: 'corner', position: [-half, edge - 0.5] },
    ],
    species: ['goal', 'corner'].map((target) => ({
      name: `to-${target}`,
      count: count / 2,
      spawn: { type: 'box', min: [-half, 0], max: [half, edge] },
      radius: 0.05,
      maxSpeed: 1.5,
      maxForce: 20,
      reports: [{ type: 'unreachable', target }],
      behaviors: [
        { type: 'navigate', target, interval: 0.2 },
        { type: 'separation', radius: 0.3 },
      ],
    })),
  });
}

function isOnMesh(world: World, id: number): boolean {
  const { x, y } = world.front.position;
  const at = world.front.slot[id];
  return polygonAt(meshIn(world), x[at], y[at]) >= 0;
}

function run(world: World, ticks: number): World {
  for (let n = 0; n < ticks; n++) tick(world);
  return world;
}

describe('in two rooms with a door', () => {
  it('an agent goes through the door and comes to rest at its goal', () => {
    const world = createWorld(inRooms());
    for (let n = 0; n < 600; n++) {
      tick(world);
      expect(isOnMesh(world, 0), `tick ${n}`).toBe(true);
    }
    const { position, velocity } = world.front;
    expect(Math.hypot(position.x[0] - 5.5, position.y[0] - 0.5)).toBeLessThan(0.01);
    expect(Math.hypot(velocity.x[0], velocity.y[0])).toBeLessThan(0.01);
  });

  it('inspect shows the bends of its way, a radius off the posts of the door, and the goal', () => {
    const world = run(createWorld(inRooms()), 1);
    const [way] = inspect(world, 0).ways;
    expect(way.status).toBe('found');
    const rounded = way.points.map((point) => point.map((v) => Math.round(v * 1e4) / 1e4));
    expect(rounded).toEqual([
      [4, 2.3, 0],
      [5, 1.7, 0],
      [5.5, 0.5, 0],
    ]);
  });

  it.each([
    ['on an island', [20.2, 0.2], 'unreachable', [9, 0.2]],
    ['far beside the mesh', [7, 6], 'unreachable', [7, 4]],
    ['a little beside the mesh', [7, 4.5], 'found', [7, 4]],
  ])('an agent walks as near as it can to a goal %s', (_, position, status, last) => {
    const world = run(createWorld(inRooms({ targets: [{ name: 'goal', position }] })), 1);
    const [way] = inspect(world, 0).ways;
    expect(way.status).toBe(status);
    const [endX, endY] = way.points.at(-1)!;
    expect(Math.hypot(endX - last[0], endY - last[1])).toBeLessThan(1e-6);
    const told = world.front.eventCount[0];
    expect(told).toBe(status === 'unreachable' ? 1 : 0);
    const [path] = findPaths(world, [{ from: [1, 0.5], to: [7, 3] }]);
    expect(path.status).toBe('found');
    run(world, 600);
    const { x, y } = world.front.position;
    expect(Math.hypot(x[0] - last[0], y[0] - last[1])).toBeLessThan(0.02);
  });

  it('findPaths gives the shortest way, and refuses a point far beside the mesh', () => {
    const world = createWorld(inRooms());
    const [{ points, length }] = findPaths(world, [{ from: [3.5, 3.5], to: [5.5, 0.5] }]);
    expect([...points]).toEqual([3.5, 3.5, 4, 2.5, 5, 1.5, 5.5, 0.5]);
    expect(length).toBeCloseTo(2 * Math.hypot(0.5, 1) + Math.SQRT2, 12);
    expect(() => findPaths(world, [{ from: [1, 0.5], to: [8, 7] }])).toThrow(
      'Query 0, to: found 8, 7, expected a point on the mesh or at most 1 m away from it.',
    );
    const misspelt = { from: [1, 0.5], to: [1, 0.5], smoth: 1 } as const;
    expect(() => findPaths(world, [misspelt])).toThrow(
      'Query 0: found the key "smoth", expected from and to.',
    );
  });

  it('an agent that is put beside the mesh returns to it', () => {
    const world = run(createWorld(inRooms()), 1);
    command(world, { type: 'place', ids: [0], positions: [4.5, 6, 0] });
    run(world, 200);
    expect(isOnMesh(world, 0)).toBe(true);
  });

  it('an agent that flies at a wall slides along it, even at 600 m/s', () => {
    const spawn = {
      type: 'points',
      positions: [[1, 2]],
      velocities: [[600, 18]],
    };
    const species = [{ name: 'a', count: 1, spawn, behaviors: [] }];
    const world = run(createWorld(inRooms({ species })), 1);
    const { position, velocity } = world.front;
    expect([position.x[0], position.y[0]]).toEqual([9, expect.closeTo(2.3, 5)]);
    expect([velocity.x[0], velocity.y[0]]).toEqual([0, expect.closeTo(18, 4)]);
  });
});

describe('an agent that is pushed out of its corridor', () => {
  /** A field of squares of 1 m, 12 by 5, without some of them. */
  function field(closed: readonly number[]) {
    const vertices = Array.from({ length: 13 * 6 }, (_, k) => [k % 13, Math.floor(k / 13)]);
    const polygons = Array.from({ length: 60 }, (_, k) => {
      const a = k + Math.floor(k / 12);
      return [a, a + 1, a + 14, a + 13];
    });
    return { vertices, polygons: polygons.filter((_, k) => !closed.includes(k)) };
  }

  /** Walks from the left to the right along the middle row, pushed up for 1.2 s; returns its searches and its time. */
  function walk(closed: readonly number[], isPushed: boolean) {
    const search = vi.spyOn(CorridorFinder.prototype, 'findAny');
    const pushes = Array.from({ length: 12 }, (_, k) => {
      return { tick: 20 + k, type: 'place', ids: [0], velocity: [0, 1, 0] };
    });
    const world = createWorld(
      parseScenario({
        name: 'field',
        dimensions: 2,
        dt: 0.1,
        mesh: field(closed),
        species: [
          {
            name: 'walker',
            count: 1,
            spawn: { type: 'points', positions: [[0.5, 2.5]] },
            goals: { type: 'points', positions: [[11.5, 2.5]] },
            maxSpeed: 1,
            behaviors: [{ type: 'navigate', brakingDistance: 0.1 }],
          },
        ],
        commands: isPushed ? pushes : [],
      }),
    );
    let ticks = 0;
    while (world.front.position.x[0] < 11.3 && ticks < 1000) {
      tick(world);
      ticks++;
    }
    const searches = search.mock.calls.length;
    search.mockRestore();
    return { searches, ticks };
  }

  it('goes on to the next bend that it sees, without a search', () => {
    const [free, pushed] = [walk([], false), walk([], true)];
    expect(free.searches).toBe(1);
    expect(pushed.searches).toBe(1);
    expect(pushed.ticks - free.ticks).toBeLessThan(25);
  });

  it('searches if a wall hides all of them', () => {
    // A wall above the middle row, with a gap where it is pushed through.
    const wall = Array.from({ length: 12 }, (_, k) => 36 + k).filter((k) => k !== 38);
    const pushed = walk(wall, true);
    expect(pushed.searches).toBe(2);
    expect(pushed.ticks).toBeLessThan(1000);
  });
});

describe('a crowd on a mesh', () => {
  it('gives the same hash for any number of workers and either kernel, and stays on the mesh', () => {
    const scenario = crowd(3, 1000, 10);
    const hashes = someOf(WORKERS, 3).map((workers, k) => {
      const kernel = k % 2 === 0 ? 'ts' : 'simd';
      const world = createWorld(scenario, { kernel, maxWorkers: 13 });
      const order = Array.from({ length: workers }, (_, w) => workers - 1 - w);
      for (let n = 0; n < 8; n++) {
        tickSliced(world, order);
        if (k > 0) continue;
        for (let id = 0; id < 1000; id++) if (!isOnMesh(world, id)) expect.fail(`agent ${id}`);
      }
      return stateHash(world);
    });
    expect(new Set(hashes).size).toBe(1);
  });

  it('continues from any tick with the same hash', () => {
    const world = createWorld(crowd(5, 60, 8));
    const kept: Uint8Array[] = [];
    for (let n = 0; n < 12; n++) {
      kept.push(snapshot(world));
      tick(world);
    }
    const expected = stateHash(world);
    kept.forEach((bytes, from) => {
      const kernel = from % 4 < 2 ? 'ts' : 'simd';
      const again = restore(bytes, { kernel, maxWorkers: 13 });
      const order = Array.from({ length: WORKERS[from % 6] }, (_, k) => k);
      for (let n = from; n < 12; n++) tickSliced(again, order.slice().reverse());
      expect(stateHash(again), `from tick ${from}`).toBe(expected);
    });
  });

  it.each([
    ['leaves the mesh', 4, 999, /route\[\d+\] 999, expected less than \d+/],
    ['jumps over polygons', 5, 0, /route\[\d+\] 0, expected a neighbor of polygon \d+/],
    ['leads nowhere', 0, 999, /route\[\d+\] 999, expected at most \d+/],
  ])('a snapshot is refused if a corridor in it %s', (_, word, value, message) => {
    const world = run(createWorld(crowd(5, 60, 8)), 2);
    const { route } = world.front;
    // An agent whose corridor has at least three polygons, none of them the first of the mesh.
    const agent = Array.from({ length: 60 }, (_, k) => k).find((k) => {
      const count = route[k * ROUTE.words + ROUTE.count];
      const first = k * ROUTE.words + ROUTE.first;
      return count >= 3 && !route.slice(first, first + count).includes(0);
    })!;
    route[agent * ROUTE.words + word] = value;
    expect(() => restore(snapshot(world))).toThrow(message);
  });
});
