import { describe, expect, it } from 'vitest';
import { query } from '../../src/query/query-world.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { STATUS } from '../../src/world/status.ts';
import type { World } from '../../src/world/world.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { moved } from '../helpers/moved-scenes.ts';
import { length, pointsOf, positionOf, worldOf } from '../helpers/scenes.ts';

/** What is at the seam of a torus is seen from the other side, as in the middle. */

const KERNELS = ['ts', 'simd'] as const;

/** From here on, all numbers below 2048 are equally far apart in f32, so that a move is exact. */
const LOW = 1024;
const EDGE = 32;
const BOUNDS = {
  type: 'wrap',
  min: [LOW, LOW, LOW],
  max: [LOW + EDGE, LOW + EDGE, LOW + EDGE],
};

/** Obstacles 8 m ahead of an agent that comes from the middle of the left side. */
const MIDDLE = LOW + 16;
const OBSTACLES = {
  sphere: { type: 'sphere', center: [MIDDLE, MIDDLE, MIDDLE], radius: 2 },
  'moving sphere': {
    type: 'sphere',
    center: [MIDDLE, MIDDLE, MIDDLE],
    radius: 2,
    velocity: [-1, 0.5],
  },
  box: {
    type: 'box',
    min: [MIDDLE - 2, MIDDLE - 1.5, MIDDLE - 1],
    max: [MIDDLE + 2, MIDDLE + 1.5, MIDDLE + 1],
  },
  'turned box': {
    type: 'box',
    min: [MIDDLE - 2, MIDDLE - 1.5, MIDDLE - 1],
    max: [MIDDLE + 2, MIDDLE + 1.5, MIDDLE + 1],
    rotation: 0.5,
  },
  'turning box': {
    type: 'box',
    min: [MIDDLE - 2, MIDDLE - 1.5, MIDDLE - 1],
    max: [MIDDLE + 2, MIDDLE + 1.5, MIDDLE + 1],
    angularVelocity: [0, 0, 0.75],
  },
  capsule: {
    type: 'capsule',
    from: [MIDDLE - 2, MIDDLE - 1, MIDDLE],
    to: [MIDDLE + 2, MIDDLE + 1, MIDDLE],
    radius: 1,
  },
  polygon: {
    type: 'polygon',
    points: [
      [MIDDLE - 2, MIDDLE - 2],
      [MIDDLE + 2, MIDDLE - 1],
      [MIDDLE, MIDDLE + 2],
    ],
  },
  // It leaves a gap of 6 m to its next image, so that agents see both sides of the gap.
  wall: {
    type: 'box',
    min: [MIDDLE - 2, MIDDLE - 13, MIDDLE - 13],
    max: [MIDDLE + 2, MIDDLE + 13, MIDDLE + 13],
  },
  'hollow sphere': {
    type: 'sphere',
    center: [MIDDLE - 6, MIDDLE, MIDDLE],
    radius: 6,
    keep: 'inside',
  },
  'hollow box': {
    type: 'box',
    min: [MIDDLE - 12, MIDDLE - 3, MIDDLE - 3],
    max: [MIDDLE, MIDDLE + 3, MIDDLE + 3],
    keep: 'inside',
  },
  'hollow capsule': {
    type: 'capsule',
    from: [MIDDLE - 8, MIDDLE, MIDDLE],
    to: [MIDDLE - 2, MIDDLE, MIDDLE],
    radius: 3,
    keep: 'inside',
  },
} as const;

const BEHAVIORS = {
  avoidance: [
    { type: 'cruise', speed: 3, weight: 4 },
    { type: 'avoidance', weight: 60, lookAhead: 2, margin: 0.25 },
  ],
  'avoidance by reflection': [
    { type: 'cruise', speed: 3, weight: 4 },
    { type: 'avoidance', weight: 60, lookAhead: 2, margin: 0.25, steer: 'reflect' },
  ],
  orca: [
    { type: 'goal', weight: 60 },
    { type: 'orca', radius: 4, timeHorizonObstacles: 2 },
  ],
  context: [
    { type: 'goal', weight: 4 },
    { type: 'context', speed: 3, castRange: 4, castRadius: 0.25 },
  ],
};

/** How far the seam is moved: into the obstacle along x, into its side, and into its corner. */
const SHIFTS = [
  [EDGE / 2 - 1, 0, 0],
  [EDGE / 2, 0.5, 0],
  [3, EDGE / 2 - 1, 0],
  [EDGE / 2 + 1, EDGE / 2 + 1, EDGE / 2 - 1],
];

function sceneWith(obstacle: object, behaviors: object[], dimensions: number) {
  const starts = [
    [MIDDLE - 8, MIDDLE + 0.25, MIDDLE + 0.25],
    [MIDDLE - 7, MIDDLE - 1, MIDDLE - 0.5],
    [MIDDLE - 6, MIDDLE + 1.5, MIDDLE],
  ];
  return {
    name: 'seam',
    dimensions,
    dt: 1 / 32,
    bounds: BOUNDS,
    targets: [],
    paths: [],
    commands: [],
    obstacles: [obstacle],
    species: [
      {
        name: 'walker',
        radius: 0.25,
        maxSpeed: 3,
        maxForce: 200,
        ...pointsOf(
          starts,
          starts.map(() => [3, 0, 0]),
        ),
        goals: { type: 'points', positions: starts.map(([x, y, z]) => [x + 15, y, z]) },
        behaviors,
      },
    ],
  };
}

/** How far each agent is moved from where it is in the unmoved scene (m), at most. */
function differenceOf(there: World, here: World, shift: readonly number[]): number {
  let most = 0;
  for (let id = 0; id < here.count; id++) {
    const from = positionOf(here, id);
    const off = positionOf(there, id).map((value, axis) => {
      const way = value - from[axis] - (axis < here.scenario.dimensions ? shift[axis] : 0);
      return way - EDGE * Math.round(way / EDGE);
    });
    most = Math.max(most, length(off));
  }
  return most;
}

describe.each(KERNELS)('at the seam of a torus, kernel %s', (kernel) => {
  describe.each(Object.keys(BEHAVIORS) as (keyof typeof BEHAVIORS)[])('%s', (name) => {
    // Kernels and behaviors take turns at the obstacles.
    const turn = Object.keys(BEHAVIORS).indexOf(name) + 2 * KERNELS.indexOf(kernel);
    it.each(someOf(Object.entries(OBSTACLES), 8, turn))(
      'sees a %s as elsewhere',
      (shape, obstacle) => {
        for (const dimensions of shape === 'polygon' || shape === 'turned box' ? [2] : [2, 3]) {
          const scene = sceneWith(obstacle, BEHAVIORS[name], dimensions);
          for (const shift of someOf(SHIFTS, 2, turn)) {
            const here = createWorld(parseScenario(scene), { kernel });
            const there = createWorld(parseScenario(moved(scene, shift)), { kernel });
            for (let step = 0; step < (LONG ? 96 : 32); step++) {
              tick(here);
              tick(there);
              const off = differenceOf(there, here, shift);
              expect(off, `moved by ${shift}, tick ${step + 1}, ${dimensions}D`).toBeLessThan(1e-2);
            }
          }
        }
      },
    );
  });

  it('an agent stays out of an obstacle whose center lies outside of the bounds', () => {
    const world = worldOf(
      {
        dimensions: 2,
        bounds: { type: 'wrap', min: [0, 0], max: [40, 20] },
        obstacles: [{ type: 'sphere', center: [20, 21], radius: 2 }],
        species: [
          {
            name: 'a',
            radius: 0.25,
            maxSpeed: 2,
            maxForce: 200,
            ...pointsOf([[14, 0.75]], [[2, 0]]),
            behaviors: [
              { type: 'cruise', speed: 2, weight: 4 },
              { type: 'avoidance', weight: 60, lookAhead: 2, margin: 0.25 },
            ],
          },
        ],
      },
      { kernel },
    );
    let least = Number.POSITIVE_INFINITY;
    for (let step = 0; step < 400; step++) {
      tick(world);
      const [x, y] = positionOf(world, 0);
      const away = y - 1 - 20 * Math.round((y - 1) / 20);
      least = Math.min(least, Math.hypot(x - 20, away));
    }
    expect(least).toBeGreaterThan(2.2);
  });

  it.each([2, 8])('a path takes the short way for everything that follows it, %i m', (far) => {
    const world = worldOf(
      {
        dimensions: 2,
        bounds: { type: 'wrap', min: [0, 0], max: [20, 20] },
        paths: [
          {
            name: 'p',
            points: [
              [20 - far / 2, 10],
              [far / 2, 10],
            ],
          },
        ],
        targets: [
          {
            name: 't',
            position: [20 - far / 2, 10],
            motion: { type: 'path', path: 'p', speed: 1 },
          },
        ],
        species: [
          {
            name: 'follower',
            maxSpeed: 1,
            ...pointsOf([[20 - far / 2, 10.01]]),
            behaviors: [{ type: 'followPath', path: 'p', weight: 60 }],
          },
          {
            name: 'keeper',
            maxSpeed: 1,
            ...pointsOf([[0.1, 10.5]], [[0.125, 0.25]]),
            behaviors: [{ type: 'stayOnPath', path: 'p', halfWidth: 0.25, weight: 5 }],
          },
        ],
      },
      { kernel },
    );
    const { targetPosition } = world.views;
    for (let step = 0; step < 60; step++) {
      tick(world);
      for (const x of [targetPosition.x[0], positionOf(world, 0)[0]]) {
        expect(x < 10 ? x + 20 : x).toBeGreaterThan(19.9 - far / 2);
        expect(x < 10 ? x + 20 : x).toBeLessThan(20.1 + far / 2);
      }
    }
    // It stands beside the leg, so it is pulled straight to it.
    expect(positionOf(world, 1)[1]).toBeLessThan(10.5);
    expect(targetPosition.x[0]).toBeGreaterThanOrEqual(0);
    expect(targetPosition.x[0]).toBeLessThan(20);
  });
});

describe('at the seam of a torus', () => {
  const box = { min: [-1.5, 8.5, 0], max: [2.5, 11.5, 0] };
  const flock = (more: object) =>
    worldOf({
      dimensions: 2,
      bounds: { type: 'wrap', min: [0, 0], max: [20, 20] },
      species: [
        {
          name: 'a',
          ...pointsOf([
            [19, 10],
            [1, 10],
            [18, 10],
            [3, 10],
          ]),
        },
      ],
      ...more,
    });

  it('a command that chooses a box across it reaches both sides', () => {
    const world = flock({});
    command(world, { type: 'remove', box });
    tick(world);
    const alive = [0, 1, 2, 3].map(
      (id) => world.views.status[world.views.slot[id]] === STATUS.alive,
    );
    expect(alive).toEqual([false, false, true, true]);
  });

  it.each([
    ['sphere', { type: 'sphere', center: [0.5, 10], radius: 2 }, [18.5, 10], [1, 0]],
    ['box', { type: 'box', ...box }, [18.5, 10], [1, 0]],
    ['capsule', { type: 'capsule', from: [-1, 10], to: [2, 10], radius: 0.5 }, [18.5, 10], [1, 0]],
    ['hollow box', { type: 'box', ...box, keep: 'inside' }, [18.5, 10], [-1, 0]],
  ])('a ray and a sphere hit a %s before it', (_, obstacle, [x, y], [dx]) => {
    const world = flock({ obstacles: [obstacle] });
    const hollow = 'keep' in obstacle;
    // From 1 m before the obstacle, or from inside a hollow one, 1 m before its wall on the far side of the seam.
    const from = hollow ? [19.5, 10] : [17.5, y];
    const cast = {
      origins: Float32Array.of(...from, 0),
      directions: Float32Array.of(dx, 0, 0),
      length: 30,
      against: ['obstacles'],
    } as const;
    const ray = query(world, { type: 'ray', ...cast });
    const sweep = query(world, { type: 'sweep', ...cast, radius: 0.25 });
    expect(ray.distances[0]).toBeCloseTo(1, 5);
    expect(sweep.distances[0]).toBeCloseTo(0.75, 5);
    expect(ray.positions[0] - 20 * Math.floor(ray.positions[0] / 20)).toBeCloseTo(x, 4);
  });
});
