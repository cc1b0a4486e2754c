import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/insight/inspect.ts';
import { weightMap } from '../../src/insight/weight-map.ts';
import { defineLaw } from '../../src/laws/index.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { kernels } from '../../src/tick/choose-kernel.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick, tickSliced } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { slotOf } from '../../src/world/slot-of.ts';
import type { World } from '../../src/world/world.ts';
import { forcesOf } from '../helpers/forces.ts';
import { GOLDEN_SCENES } from '../helpers/golden-scenes.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { ALIVE, agentsOf, neighborsOf } from '../helpers/naive-neighbors.ts';
import {
  distance,
  dot,
  length,
  pointsOf,
  positionOf,
  type Triple,
  velocityOf,
  worldOf,
} from '../helpers/scenes.ts';

/** Living agents of every species, some of them not neighbors of each other. */
function someLiving(world: World, most: number): number[] {
  const { status, slot, species, id } = world.views;
  const living = Array.from(slot).filter((place) => status[place] === ALIVE);
  const kinds = [...new Set(living.map((place) => species[place]))];
  return kinds.flatMap((kind) => {
    const own = living.filter((place) => species[place] === kind).map((place) => id[place]);
    const stride = Math.max(1, Math.floor(own.length / most));
    return own.filter((_, k) => k % stride === 0).slice(0, most);
  });
}

function sumOf(parts: readonly (readonly number[])[]): number[] {
  return [0, 1, 2].map((axis) => parts.reduce((sum, part) => sum + part[axis], 0));
}

function bytesOf(world: World): Buffer {
  return Buffer.from(new Uint8Array(world.handle.memory.buffer));
}

describe.each(someOf(Object.entries(GOLDEN_SCENES), 15))('in the scene %s', (name, { make }) => {
  const world = createWorld(make());
  if (world.scenario.launchers.length > 0) command(world, { type: 'fire', count: 3 });
  tick(world, 40);

  it('the parts add up to the force that the step composes', () => {
    const ids = someLiving(world, 7);
    const insights = ids.map((id) => inspect(world, id));
    const forces = forcesOf(world);
    ids.forEach((id, k) => {
      const { total, forces: parts } = insights[k];
      expect(total).toEqual(forces[id & world.plan.ids.indexMask]);
      const sum = sumOf(parts.map(({ force }) => force));
      for (const axis of [0, 1, 2]) {
        expect(sum[axis]).toBeCloseTo(total[axis], 9);
      }
      for (const part of parts) expect(part.length).toBeCloseTo(length(part.force), 9);
    });
  });

  it('inspecting changes nothing in the world, with any kernel', () => {
    for (const kernel of someOf(kernels(), 2, name.length)) {
      const watched = createWorld(make(), { kernel });
      const alone = createWorld(make(), { kernel });
      for (let k = 0; k < (LONG ? 6 : 2); k++) {
        const before = bytesOf(watched);
        for (const id of someLiving(watched, 5)) inspect(watched, id);
        const after = bytesOf(watched);
        expect(after.equals(before)).toBe(true);
        for (const each of [watched, alone]) tickSliced(each, [2, 0, 1]);
        expect(stateHash(watched)).toBe(stateHash(alone));
      }
    }
  });

  it('the neighbors are those found by brute force, the nearest first', () => {
    const agents = agentsOf(world);
    const { species } = world.scenario;
    for (const id of someLiving(world, 3)) {
      const self = agents[slotOf(world, id)];
      const nearest = new Map<number, number>();
      for (const behavior of species[self.species].behaviors) {
        const seen = 'species' in behavior ? behavior.species : undefined;
        for (const key of ['radius', 'commandedRange', 'freeRange']) {
          const radius = (behavior as unknown as Record<string, number>)[key];
          if (radius === undefined) continue;
          for (const { agent, squared } of neighborsOf(world, agents, self, radius)) {
            if (agent.status !== ALIVE) continue;
            if (seen !== undefined && !seen.includes(species[agent.species].name)) continue;
            nearest.set(agent.id, Math.min(nearest.get(agent.id) ?? Infinity, Math.sqrt(squared)));
          }
        }
      }
      const expected = [...nearest].sort(([a, near], [b, far]) => near - far || a - b);
      const found = inspect(world, id, { neighbors: 5 });
      expect(found.neighborCount).toBe(expected.length);
      expect(found.neighbors.map((neighbor) => [neighbor.id, neighbor.distance])).toEqual(
        expected.slice(0, 5),
      );
      for (const { offset, distance, place, id: other } of found.neighbors) {
        expect(length(offset)).toBeCloseTo(distance, 4);
        expect(world.views.id[place]).toBe(other);
      }
    }
  });
});

it('reports the species, id and place of the agent, and the worker that steers it', () => {
  const world = worldOf({
    species: [
      { name: 'stone', count: 3, spawn: { type: 'pool' } },
      {
        name: 'boid',
        ...pointsOf(
          [
            [9, 0, 0],
            [1, 2, 3],
          ],
          [
            [0, 0, 0],
            [3, 0, 4],
          ],
        ),
      },
    ],
  });
  expect(inspect(world, 4)).toMatchObject({
    tick: 0,
    id: 4,
    species: 'boid',
    place: world.views.slot[4],
    worker: 0,
    position: [1, 2, 3],
    velocity: [3, 0, 4],
    speed: 5,
    neighborCount: 0,
    forces: [],
    total: [0, 0, 0],
    orca: undefined,
    context: undefined,
    ways: [],
  });
  const many = createWorld(GOLDEN_SCENES['swarm-2003'].make());
  tickSliced(many, [0, 1, 2]);
  const workers = Array.from({ length: 2003 }, (_, id) => {
    const { place, worker } = inspect(many, id, { neighbors: 0 });
    return { place, worker };
  }).sort((a, b) => a.place - b.place);
  expect(workers[0].worker).toBe(0);
  expect(workers.at(-1)!.worker).toBe(2);
  workers.reduce((before, next) => {
    expect(next.worker).toBeGreaterThanOrEqual(before.worker!);
    return next;
  });
});

describe('what a behavior asks for, and what it gets', () => {
  const boid = (behaviors: object[], more: object = {}): World =>
    worldOf({
      species: [
        { name: 'boid', ...pointsOf([[0, 0, 0]], [[1, 0, 0]]), maxSpeed: 9, behaviors, ...more },
      ],
      targets: [
        { name: 'far', position: [100, 0, 0] },
        { name: 'up', position: [0, 50, 0] },
      ],
    });
  // At 9 m/s toward the target, from 1 m/s along x: (8, 0, 0) and (-1, 9, 0) N for each kg/s.
  const list = [
    { type: 'seek', target: 'far', weight: 2 },
    { type: 'seek', target: 'up', weight: 3 },
    { type: 'seek', target: 'far', weight: 1 },
  ];

  it('is the same when forces are added', () => {
    const { forces, total, limit } = inspect(boid(list, { maxForce: 77, forceFactor: 0.5 }), 0);
    expect(forces.map(({ role }) => role)).toEqual(['adds', 'adds', 'adds']);
    expect(forces.map(({ force }) => force)).toEqual([
      [8, 0, 0],
      [-1.5, 13.5, 0],
      [4, 0, 0],
    ]);
    expect(forces.map(({ asked }) => asked)).toEqual(forces.map(({ force }) => force));
    expect(total).toEqual([10.5, 13.5, 0]);
    expect(limit).toBe(77);
  });

  it('differs when priority leaves less of the budget', () => {
    const { forces } = inspect(boid(list, { maxForce: 20, compose: 'priority' }), 0);
    expect(forces.map(({ asked }) => asked)).toEqual([
      [16, 0, 0],
      [-3, 27, 0],
      [8, 0, 0],
    ]);
    expect(forces[0].force).toEqual([16, 0, 0]);
    expect(forces[1].length).toBeCloseTo(4, 5);
    expect(forces[1].force[1] / forces[1].force[0]).toBeCloseTo(-9, 4);
    expect(forces[2].force).toEqual([0, 0, 0]);
  });

  it('is nothing for a force that a filter replaces', () => {
    const behaviors = [list[1], { type: 'wander', weight: 2 }, { type: 'context', weight: 5 }];
    const world = boid(behaviors);
    const { forces, context, total } = inspect(world, 0);
    expect(forces.map(({ role }) => role)).toEqual(['wants', 'wants', 'filters']);
    expect(forces[0].asked).toEqual([-3, 27, 0]);
    expect(length(forces[1].asked)).toBeGreaterThan(0.1);
    expect(forces[0].force).toEqual([0, 0, 0]);
    expect(forces[1].force).toEqual([0, 0, 0]);
    expect(forces[2].force).toEqual(total);
    expect(context).toEqual(weightMap(world, 0));
  });
});

describe('of "orca"', () => {
  it.each([2, 3])(
    'the half spaces allow the velocity that the step takes, in %i dimensions',
    (d) => {
      const ring = Array.from({ length: 7 }, (_, k) => {
        const angle = (2 * Math.PI * k) / 7;
        return [6 * Math.cos(angle), 6 * Math.sin(angle), d === 3 ? 0.3 * k : 0];
      });
      const world = worldOf({
        dimensions: d,
        species: [
          {
            name: 'walker',
            ...pointsOf(ring),
            radius: 0.5,
            maxSpeed: 2,
            goals: { type: 'mirror', center: [0, 0, 0] },
            behaviors: [
              { type: 'goal', weight: 60 },
              { type: 'orca', timeHorizon: 3 },
            ],
          },
        ],
      });
      tick(world, 90);
      let binding = 0;
      for (let k = 0; k < 40; k++) {
        const before = ring.map((_, id) => inspect(world, id).orca!);
        tick(world);
        before.forEach(({ halfSpaces, preferred, safe }, id) => {
          expect(distance(velocityOf(world, id), safe)).toBeLessThan(1e-4);
          expect(halfSpaces.length).toBeGreaterThanOrEqual(6);
          for (const { point, normal } of halfSpaces) {
            expect(length(normal)).toBeCloseTo(1, 9);
            const inside = dot(
              safe.map((v, axis) => v - point[axis]),
              normal,
            );
            expect(inside).toBeGreaterThan(-1e-6);
            if (Math.abs(inside) < 1e-6 && distance(safe, preferred) > 1e-3) binding++;
          }
        });
      }
      expect(binding).toBeGreaterThan(20);
    },
  );
});

describe('of ways', () => {
  it.each(['followPath', 'law:along'])(
    'a path has all its points, and the one that the agent heads for: %s',
    (type) => {
      const path = {
        name: 'lane',
        points: [
          [0, 0, 0],
          [5, 0, 0],
          [5, 7, 0],
        ],
        closed: true,
      };
      const behaviors = [{ type: 'wander' }, { type, switchDistance: 1 }];
      const along = defineLaw({
        name: 'along',
        description: 'Goes along a path.',
        aim: 'waypoint',
        force: ({ self, aim }) => aim.offset.withLength(self.maxSpeed).sub(self.velocity),
      });
      const world = worldOf({
        laws: [along],
        species: [{ name: 'boid', ...pointsOf([[4.5, 0, 0]]), maxSpeed: 2, behaviors }],
        paths: [path],
      });
      tick(world, 200);
      const [way] = inspect(world, 0).ways;
      expect(way).toEqual({
        behavior: 1,
        status: 'found',
        points: path.points,
        next: world.front.waypoint[0],
        closed: true,
      });
      expect(way!.next).toBeGreaterThan(0);
    },
  );

  it('a route leads over open cells to the target or quarry', () => {
    const { make } = GOLDEN_SCENES.maze!;
    const world = createWorld(make());
    tick(world, 30);
    const { map, dimensions } = world.scenario;
    const runners = someLiving(world, 20).filter((id) => inspect(world, id).ways.length > 0);
    expect(runners.length).toBeGreaterThan(5);
    expect(dimensions).toBe(2);
    const open = ([x, y]: Triple): boolean => {
      const row = map!.rows.length - 1 - Math.floor((y - map!.origin[1]) / map!.cellSize);
      return map!.rows[row][Math.floor((x - map!.origin[0]) / map!.cellSize)] !== '#';
    };
    let bends = 0;
    for (const id of runners) {
      const [way] = inspect(world, id).ways;
      const places = [positionOf(world, id), ...(way!.points as Triple[])];
      bends += way!.points.length;
      places.slice(1).forEach((to, k) => {
        const from = places[k];
        for (let share = 0; share <= 1; share += 0.01) {
          const at = from.map((v, axis) => v + share * (to[axis] - v)) as Triple;
          if (!open(at)) expect.fail(`${id} at ${at}`);
        }
      });
    }
    expect(bends).toBeGreaterThan(2 * runners.length);
  });

  /** A walker at (1.5, 2.5) on a map whose first row lies at the largest y, and its goal. */
  function walking(
    rows: readonly string[],
    goal: readonly number[],
    neighbors = 8,
    interval = 0,
  ): World {
    return worldOf({
      dimensions: 2,
      map: { rows, neighbors },
      species: [
        {
          name: 'walker',
          ...pointsOf([[1.5, 2.5]]),
          maxSpeed: 3,
          behaviors: [{ type: 'navigate', interval, weight: 20 }],
        },
      ],
      targets: [{ name: 'goal', position: goal }],
    });
  }

  const WALL = ['..#...', '..#...', '..#...', '..#...'];

  it.each([4, 8])(
    'to a goal behind a wall ends where the agent does, %i neighbors',
    (neighbors) => {
      const world = walking(WALL, [4.5, 0.5], neighbors);
      const [way] = inspect(world, 0).ways;
      expect(way).toMatchObject({ status: 'unreachable', next: 0, closed: false });
      expect(way.points.at(-1)).toEqual([1.5, 0.5, 0]);
      tick(world, 240);
      expect(distance(positionOf(world, 0), [1.5, 0.5, 0])).toBeLessThan(0.01);
      expect(inspect(world, 0).ways).toEqual([{ ...way, points: [[1.5, 0.5, 0]] }]);
    },
  );

  it('to a goal in a wall ends at the open cell beside it', () => {
    const [way] = inspect(walking(WALL, [2.3, 1.5]), 0).ways;
    expect(way.status).toBe('unreachable');
    expect(way.points.at(-1)).toEqual([1.5, 1.5, 0]);
  });

  it('to a goal outside of the map ends at the open cell nearest to it', () => {
    const [way] = inspect(walking(WALL, [-3, 0.2]), 0).ways;
    expect(way.status).toBe('unreachable');
    expect(way.points.at(-1)).toEqual([0.5, 0.5, 0]);
  });

  it('is found when the wall opens, and lost when it closes', () => {
    const world = walking(WALL, [4.5, 0.5]);
    const seen = [1, 'wall' as const].map((cost) => {
      command(world, { type: 'cells', min: [2.5, 3.5], max: [2.5, 3.5], cost });
      tick(world);
      const [{ status, points }] = inspect(world, 0).ways;
      return [status, points.at(-1)];
    });
    expect(seen).toEqual([
      ['found', [4.5, 0.5, 0]],
      ['unreachable', [1.5, 0.5, 0]],
    ]);
  });

  it('ends before a wall that was built across it, until the agent finds another route', () => {
    const rows = ['.....', '.###.', '.....', '.###.', '.....'];
    const world = walking(rows, [4.5, 4.5], 8, 100);
    tick(world, 2);
    const before = inspect(world, 0).ways[0].points;
    expect(before.length).toBeGreaterThan(1);
    command(world, { type: 'cells', min: [4.5, 3.5], max: [4.5, 3.5], cost: 'wall' });
    command(world, { type: 'cells', min: [0.5, 3.5], max: [0.5, 3.5], cost: 'wall' });
    tick(world);
    const [{ status, points }] = inspect(world, 0).ways;
    expect(status).toBe('unreachable');
    expect(points.length).toBeGreaterThan(0);
    for (const [, y] of points) expect(y).toBeLessThan(3.5);
  });

  it('leads out of a wall that was built around the agent to the nearest open cell', () => {
    const world = walking(WALL, [0.5, 0.5]);
    command(world, { type: 'cells', min: [1.5, 2.5], max: [1.5, 2.5], cost: 'wall' });
    tick(world);
    const [way] = inspect(world, 0).ways;
    expect(way.status).toBe('found');
    expect(way.points).toEqual([[1.5, 1.5, 0]]);
  });

  it('is complete even if it has more bends than a route stores', () => {
    // A comb: up and down through 30 columns.
    const rows = Array.from({ length: 6 }, (_, row) =>
      Array.from({ length: 61 }, (__, x) =>
        x % 2 === 0 || row === (x % 4 === 1 ? 0 : 5) ? '.' : '#',
      ).join(''),
    );
    const world = worldOf({
      dimensions: 2,
      map: { rows },
      species: [
        {
          name: 'walker',
          ...pointsOf([[0.5, 0.5]]),
          maxSpeed: 3,
          behaviors: [{ type: 'navigate' }],
        },
      ],
      targets: [{ name: 'goal', position: [60.5, 3.2, 0] }],
    });
    const [way] = inspect(world, 0).ways;
    expect(way.status).toBe('found');
    expect(way.points.length).toBeGreaterThan(60);
    expect(way.points.at(-1)![0]).toBeCloseTo(60.5, 5);
    expect(way.points.at(-1)![1]).toBeCloseTo(3.2, 5);
    const open = ([x, y]: Triple) => rows[5 - Math.floor(y)][Math.floor(x)] === '.';
    way.points.slice(1).forEach((to, k) => {
      for (let share = 0; share <= 1; share += 0.01) {
        const at = to.map((v, axis) => way.points[k][axis] * (1 - share) + v * share) as Triple;
        expect(open(at), `at ${at}`).toBe(true);
      }
    });
  });

  it('is missing if the quarry of the agent is extinct', () => {
    const world = worldOf({
      dimensions: 2,
      map: { rows: WALL },
      species: [
        {
          ...pointsOf([[1.5, 2.5]]),
          name: 'cat',
          maxSpeed: 3,
          behaviors: [{ type: 'navigate', quarry: 'mouse' }],
        },
        { name: 'mouse', count: 1, spawn: { type: 'pool' } },
      ],
    });
    expect(inspect(world, 0).ways).toEqual([]);
  });
});

describe('refuses', () => {
  const world = worldOf({
    species: [
      { name: 'stone', ...pointsOf([[0, 0, 0]]) },
      { name: 'ghost', count: 1, spawn: { type: 'pool' } },
    ],
  });
  it.each([
    [-1, 'AGENT_UNKNOWN', 'found -1, expected the id of an agent (0 to 1 at the start)'],
    [2, 'AGENT_NOT_ALIVE', 'Agent 2 is dead, or not born yet'],
    [0.5, 'AGENT_UNKNOWN', 'found 0.5'],
    [1, 'AGENT_NOT_ALIVE', 'Agent 1 is dead'],
  ])('agent %d: %s', (id, code, text) => {
    expect(() => inspect(world, id)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(text) }),
    );
  });
});
