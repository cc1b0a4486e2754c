import { describe, expect, it } from 'vitest';
import { tick } from '../../../src/tick/tick.ts';
import type { World } from '../../../src/world/world.ts';
import { someOf } from '../../helpers/long.ts';
import {
  distance,
  length,
  pointsOf,
  positionOf,
  velocityOf,
  worldOf,
} from '../../helpers/scenes.ts';

function rooms(half: number): Readonly<Record<string, Record<string, unknown>>> {
  const far = half + 0.7;
  const box = (min: number[], max: number[]) => ({
    type: 'box',
    min: [...min, -9],
    max: [...max, 9],
  });
  return {
    boxes: {
      obstacles: [
        box([half, -far], [far, far]),
        box([-far, -far], [-half, far]),
        box([-half, half], [half, far]),
        box([-half, -far], [half, -half]),
      ],
    },
    'a room': {
      obstacles: [
        { type: 'box', keep: 'inside', min: [-half, -half, -half], max: [half, half, half] },
      ],
    },
    'a ring': {
      obstacles: [{ type: 'sphere', keep: 'inside', center: [0, 0, 0], radius: half }],
    },
    map: {
      map: {
        rows: ['#####', '##.##', '#####'],
        cellSize: 2 * half,
        origin: [-5 * half, -3 * half],
      },
    },
  };
}

const CHASE = [{ type: 'seek' }, { type: 'strafe', weight: 0.1, hand: 'none' }];

describe.each(['graded', 'hard'])(
  'a chaser that is walled in stands still, with %s blocking',
  (blocking) => {
    const turn = blocking === 'hard' ? 1 : 0;
    it.each(someOf([0.3, 0.4, 0.55, 0.8, 1], 4, turn))('in a room of half width %d', (half) => {
      for (const [name, room] of Object.entries(rooms(half))) {
        // A body that touches the inside of an obstacle sees no other part of it.
        if ((name === 'a room' || name === 'a ring') && half < 0.35) continue;
        const positions = [
          [5, 0],
          [3, 5.1],
          [-4, -4.3],
        ];
        for (const [k, position] of positions.entries()) {
          for (const weight of someOf([10, 60], 2, k)) {
            const world = worldOf({
              dimensions: 2,
              ...room,
              targets: [{ name: 'hare', position }],
              species: [
                {
                  name: 'chaser',
                  ...pointsOf([[0.02, -0.01]]),
                  maxSpeed: 1.5,
                  behaviors: [...CHASE, { type: 'context', blocking, weight }],
                },
              ],
            });
            tick(world, 300);
            for (let k = 0; k < 100; k++) {
              tick(world);
              expect(length(velocityOf(world, 0)), `${name}, ${position}, ${weight}`).toBeLessThan(
                1e-3,
              );
            }
          }
        }
      }
    });
  },
);

const PLACE = [22.5, 11.5, 0];
const WAYS: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  'goal and context': [{ type: 'goal' }, { type: 'context' }],
  'seek and context': [{ type: 'seek' }, { type: 'context' }],
  'goal and hard context': [{ type: 'goal' }, { type: 'context', blocking: 'hard' }],
  'goal and a strong context': [{ type: 'goal' }, { type: 'context', weight: 60 }],
  'flowField and context': [{ type: 'flowField' }, { type: 'context', castRange: 0.4 }],
  'navigate and context': [{ type: 'navigate' }, { type: 'context', castRange: 0.4 }],
  'navigate and orca': [{ type: 'navigate' }, { type: 'orca' }],
  'goal and orca': [{ type: 'goal' }, { type: 'orca' }],
  flowField: [{ type: 'flowField' }],
  navigate: [{ type: 'navigate' }],
};

function caught(
  behaviors: readonly Record<string, unknown>[],
  start: readonly number[],
  scene: object,
): World {
  return worldOf({
    dimensions: 2,
    targets: [{ name: 'place', position: PLACE }],
    species: [
      {
        name: 'walker',
        ...pointsOf([start]),
        radius: 0.2,
        maxSpeed: 1.5,
        goals: { type: 'points', positions: [PLACE] },
        behaviors,
      },
    ],
    ...scene,
  });
}

/** Steps until the agent has arrived, but not for ever. */
function arrive(world: World): void {
  for (let k = 0; k < 24 && distance(positionOf(world, 0), PLACE) > 0.09; k++) tick(world, 100);
}

/** Walls on a map of 24 x 20 cells, as rectangles of cells. */
const WALLS: Readonly<Record<string, readonly (readonly [number, number, number, number])[]>> = {
  'one cell': [[11, 11, 11, 11]],
  'a block of 3 x 3': [[10, 10, 12, 12]],
  'a block of 5 x 5': [[9, 9, 13, 13]],
  'a long wall': [[9, 3, 13, 16]],
  'a cross': [
    [10, 0, 12, 19],
    [0, 10, 17, 12],
  ],
  'the left half': [[0, 0, 13, 19]],
};

describe.each(Object.keys(WAYS))('%s gets out', (way) => {
  it.each(someOf(Object.keys(WALLS), 6, Object.keys(WAYS).indexOf(way)))('of %s', (shape) => {
    const walls = WALLS[shape];
    const commands = walls.map(([left, low, right, high]) => {
      return { type: 'cells', tick: 3, min: [left, low], max: [right, high], cost: 'wall' };
    });
    for (const start of [
      [11.6, 11.4],
      [11.5, 11.5],
      [11.1, 11.9],
    ]) {
      const map = { rows: Array(20).fill('.'.repeat(24)) };
      const world = caught(WAYS[way], start, { map, commands });
      const isIn = (): boolean => {
        const [x, y] = positionOf(world, 0).map(Math.floor);
        return walls.some(
          ([left, low, right, high]) => x >= left && x <= right && y >= low && y <= high,
        );
      };
      tick(world, 10);
      for (let k = 0; k < 10 && isIn(); k++) tick(world, 100);
      expect(isIn(), `from ${start}`).toBe(false);
    }
  });
});

const OBSTACLES: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  'a box': [{ type: 'box', min: [8, 8, -3], max: [14, 15, 3] }],
  'a sphere': [{ type: 'sphere', center: [11, 11.5, 0], radius: 3 }],
  'a capsule': [{ type: 'capsule', from: [8, 9, 0], to: [14, 14, 0], radius: 2 }],
  'a wall of boxes': Array.from({ length: 25 }, (_, k) => {
    const [x, y] = [9 + (k % 5), 9 + Math.floor(k / 5)];
    return { type: 'box', min: [x, y, -3], max: [x + 1, y + 1, 3] };
  }),
  'obstacles that overlap': [
    { type: 'box', min: [8, 8, -3], max: [12, 15, 3] },
    { type: 'sphere', center: [12.5, 11.5, 0], radius: 2 },
    { type: 'box', min: [11, 9, -3], max: [16, 13, 3] },
  ],
};

describe.each([2, 3])('with context, in %i dimensions, an agent gets out', (dimensions) => {
  it.each(someOf(Object.keys(OBSTACLES), 2, dimensions))('of %s', (shape) => {
    const turn = dimensions + Object.keys(OBSTACLES).indexOf(shape);
    for (const blocking of someOf(['graded', 'hard'], 2, turn)) {
      for (const start of [
        [11.2, 11.7, 0.1],
        [11.5, 11.5, 0],
        [9.3, 10.9, 0.4],
      ]) {
        const behaviors = [{ type: 'goal' }, { type: 'context', blocking }];
        const world = caught(behaviors, start, { dimensions, obstacles: OBSTACLES[shape] });
        arrive(world);
        expect(distance(positionOf(world, 0), PLACE), `${blocking}, from ${start}`).toBeLessThan(
          0.1,
        );
      }
    }
  });
});

it('with context, an agent gets out of a polygon, and into the room that must hold it', () => {
  const points = [
    [8, 8],
    [15, 9],
    [14, 15],
    [9, 14],
  ];
  const behaviors = [{ type: 'goal' }, { type: 'context' }];
  const out = caught(behaviors, [11.2, 11.7], { obstacles: [{ type: 'polygon', points }] });
  arrive(out);
  expect(distance(positionOf(out, 0), PLACE)).toBeLessThan(0.1);
  const room = { type: 'box', min: [20, 5, -3], max: [26, 15, 3], keep: 'inside' };
  const into = caught(behaviors, [11.2, 11.7], { obstacles: [room] });
  arrive(into);
  expect(distance(positionOf(into, 0), PLACE)).toBeLessThan(0.1);
});

describe('on a torus', () => {
  const torusWith = (dimensions: 2 | 3, obstacle: Record<string, unknown>, position: number[]) =>
    worldOf({
      dimensions,
      bounds: { type: 'wrap', min: [-5, -5, 2 - dimensions], max: [5, 5, dimensions - 2] },
      obstacles: [obstacle],
      targets: [{ name: 't', position: [4, 4] }],
      species: [
        {
          ...{ name: 'a', ...pointsOf([position]), maxSpeed: 2, radius: 0.2 },
          behaviors: [{ type: 'seek', target: 't' }, { type: 'context' }],
        },
      ],
    });

  it('the search for a way out ends where there is none', () => {
    const world = torusWith(3, { type: 'box', min: [-6, -6, -6], max: [6, 6, 6] }, [1, 1]);
    const begin = performance.now();
    tick(world, 3);
    // Without an end it takes seconds.
    expect(performance.now() - begin).toBeLessThan(1000);
  });

  it('a plane has no images, so that an agent far in front of it is not inside', () => {
    const world = torusWith(2, { type: 'plane', point: [-4.9, 0], normal: [1, 0] }, [4, -4]);
    tick(world, 30);
    expect(positionOf(world, 0)[1]).not.toBe(-4);
    expect(length(velocityOf(world, 0))).toBeGreaterThan(0.5);
  });
});

it.each([1, 4])(
  'takes the shortest way out of a small box, also for a body of %d m',
  (castRadius) => {
    // The surface below is 0.25 m away, which is far less than the body looks ahead.
    const world = worldOf({
      dimensions: 2,
      obstacles: [{ type: 'box', min: [-1, -0.25, -1], max: [1, 1.5, 1] }],
      targets: [{ name: 't', position: [9, 5] }],
      species: [
        {
          ...{ name: 'a', ...pointsOf([[0.1, 0]]), maxSpeed: 2, radius: 0.2 },
          behaviors: [
            { type: 'seek', target: 't' },
            { type: 'context', castRadius, weight: 9 },
          ],
        },
      ],
    });
    tick(world);
    const [x, y] = velocityOf(world, 0);
    expect(y).toBeLessThan(0);
    expect(Math.abs(x)).toBeLessThan(1e-3);
  },
);
