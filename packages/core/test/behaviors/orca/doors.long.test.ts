import { expect, it } from 'vitest';
import { createWorld } from '../../../src/tick/create-world.ts';
import { tick } from '../../../src/tick/tick.ts';
import { leastGap } from '../../helpers/gaps.ts';
import { LONG, someOf } from '../../helpers/long.ts';
import { scene, worldOf } from '../../helpers/scenes.ts';

/**
 * Persons per meter of width and second.
 *
 * source: Seyfried et al. 2009, New Insights into Pedestrian Flow Through Bottlenecks, Transportation Science 43
 */
const PUBLISHED = 1.9;
/** No second without anybody through the door is longer than this (s) in the runs below; the limit is a minute. */
const PATIENCE = 15;

/** The scene with a door of a given width (m). */
function door(width: number, margin: number, seed: number, orca: object = {}) {
  const { mesh, obstacles, species } = scene('bottleneck');
  const [walker] = species;
  const vertices = mesh!.vertices.map((vertex) => [...vertex]);
  for (const corner of [3, 7]) vertices[corner][1] = width;
  const [upper, ...walls] = obstacles;
  if (upper.type !== 'box') expect.fail('a wall is a box');
  const behaviors = walker.behaviors.map((behavior) =>
    behavior.type === 'orca' ? { ...behavior, margin, ...orca } : behavior,
  );
  return scene('bottleneck', {
    seed,
    mesh: { ...mesh, vertices },
    obstacles: [{ ...upper, min: [upper.min[0], width, 0] }, ...walls],
    species: [{ ...walker, behaviors }],
  });
}

/** Runs until `enough` persons are through the door, and returns the time (s) at which each of them was. */
function times(scenario: ReturnType<typeof door>, enough: number): number[] {
  const world = createWorld(scenario, { maxWorkers: 1 });
  const [{ radius }] = scenario.species;
  const through = new Set<number>();
  const found: number[] = [];
  const out: number[] = [];
  for (let last = 0; found.length < enough && world.tick - last < PATIENCE / scenario.dt; ) {
    tick(world);
    const { position, id } = world.views;
    for (let i = 0; i < world.count; i++) {
      if (position.x[i] <= 0.4 || through.has(id[i])) continue;
      through.add(id[i]);
      found.push(world.tick * scenario.dt);
      last = world.tick;
    }
    // Bodies overlap at the random start, and part.
    if (world.tick < 60 || world.tick % 5 !== 0) continue;
    out.push(leastGap(world));
    for (const wall of scenario.obstacles) {
      if (wall.type !== 'box') expect.fail('a wall is a box');
      for (let i = 0; i < world.count; i++) {
        const x = Math.max(wall.min[0] - position.x[i], 0, position.x[i] - wall.max[0]);
        const y = Math.max(wall.min[1] - position.y[i], 0, position.y[i] - wall.max[1]);
        out.push(Math.hypot(x, y) - radius);
      }
    }
  }
  expect(Math.min(...out.filter((gap) => gap < 1), 1)).toBeGreaterThan(-0.05 * radius);
  return found;
}

const DOORS = [0.8, 1, 1.2].flatMap((width) =>
  [0.1, 0.05, 0.2].flatMap((margin) => [1, 2, 3].map((seed) => [width, margin, seed] as const)),
);

it.each(LONG ? DOORS : DOORS.filter(([, margin, seed]) => margin === 0.1 && seed === 1))(
  'through a door of %d m as many get as in experiments, margin %d, seed %i',
  {
    timeout: 120_000,
  },
  (width, margin, seed) => {
    const at = times(door(width, margin, seed), 80);
    expect(at.length).toBeGreaterThanOrEqual(80);
    const flow = 70 / (at[79] - at[9]);
    expect(Math.abs(flow / (PUBLISHED * width) - 1)).toBeLessThan(0.15);
  },
);

it.each(someOf([1, 2, 3, 4], 1))(
  'a crowd with neither margin nor headway gets through a narrow door, seed %i',
  {
    timeout: 120_000,
  },
  (seed) => {
    expect(times(door(0.8, 0, seed, { headway: 0 }), 100)).toHaveLength(100);
  },
);

/** 150 walkers from each of two halls to the other, through a corridor 10 m long and 4 m wide. */
function corridor(seed: number) {
  const hall = (name: string, min: number, max: number) => ({
    name,
    count: 150,
    radius: 0.2,
    maxSpeed: 2,
    spawn: { type: 'box', min: [min, -5.5], max: [max, 5.5] },
    goals: { type: 'mirror', center: [0, 0] },
    behaviors: [
      { type: 'navigate', weight: 20 },
      {
        type: 'orca',
        radius: 3,
        margin: 0.1,
        timeHorizon: 0.5,
        timeHorizonObstacles: 0.5,
        keepRight: 1.5,
      },
    ],
  });
  const wall = (min: number[], max: number[]) => ({ type: 'box', min, max });
  return worldOf({
    seed,
    dt: 0.05,
    dimensions: 2,
    mesh: {
      vertices: [
        ...[
          [-20, -6],
          [-5, -6],
          [-5, -2],
          [-5, 2],
          [-5, 6],
          [-20, 6],
        ],
        ...[
          [5, -2],
          [5, 2],
          [5, -6],
          [20, -6],
          [20, 6],
          [5, 6],
        ],
      ],
      polygons: [
        [0, 1, 2, 3, 4, 5],
        [2, 6, 7, 3],
        [8, 9, 10, 11, 7, 6],
      ],
    },
    obstacles: [
      wall([-5, 2], [5, 6]),
      wall([-5, -6], [5, -2]),
      wall([-20, 6], [20, 7]),
      wall([-20, -7], [20, -6]),
      wall([-21, -6], [-20, 6]),
      wall([20, -6], [21, 6]),
    ],
    species: [hall('east', -19, -7), hall('west', 7, 19)],
  });
}

it.each(someOf([1, 2, 3], 1))(
  'two crowds pass each other in a corridor, seed %i',
  {
    timeout: 120_000,
  },
  (seed) => {
    const world = corridor(seed);
    const over = new Set<number>();
    for (let t = 0; t < 1200; t++) {
      tick(world);
      const { position, species, id } = world.views;
      for (let i = 0; i < world.count; i++) {
        if (position.x[i] * (species[i] === 0 ? 1 : -1) > 6.5) over.add(id[i]);
      }
      if (t > 60 && t % 20 === 0) expect(leastGap(world), `tick ${t}`).toBeGreaterThan(-0.01);
    }
    expect(over.size).toBeGreaterThanOrEqual(290);
  },
);
