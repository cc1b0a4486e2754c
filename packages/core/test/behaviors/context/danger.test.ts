import { describe, expect, it } from 'vitest';
import { type WeightMap, weightMap } from '../../../src/insight/weight-map.ts';
import { tick } from '../../../src/tick/tick.ts';
import { someOf } from '../../helpers/long.ts';
import { randomOf } from '../../helpers/random-of.ts';
import { distance, dot, length, pointsOf, velocityOf, worldOf } from '../../helpers/scenes.ts';

const CLEARANCE = 0.25;
const RANGE = 3;

interface Scene {
  readonly at?: number[];
  readonly others?: number[][];
  readonly obstacles?: readonly { center: number[]; radius: number }[];
  readonly target?: number[];
  readonly context?: Record<string, unknown>;
  readonly world?: Record<string, unknown>;
}

function look({ at = [0, 0, 0], others = [], obstacles = [], target, ...rest }: Scene): WeightMap {
  const context = { type: 'context', castRadius: CLEARANCE, castRange: RANGE, ...rest.context };
  const world = worldOf({
    dimensions: 2,
    species: [
      {
        name: 'bird',
        ...pointsOf([at, ...others]),
        maxSpeed: 1,
        behaviors: target === undefined ? [context] : [{ type: 'seek' }, context],
      },
    ],
    obstacles: obstacles.map((obstacle) => ({ type: 'sphere', ...obstacle })),
    ...(target && { targets: [{ name: 'goal', position: target }] }),
    ...rest.world,
  });
  return weightMap(world, 0);
}

function slotsOf({ directions, danger }: WeightMap): { d: number[]; value: number }[] {
  return [...danger].map((value, k) => ({ d: [...directions.slice(3 * k, 3 * k + 3)], value }));
}

/** The distance along a direction, in small steps, at which the body touches something. */
function marched(from: number[], d: number[], touches: (p: number[]) => boolean): number {
  const steps = 1500;
  for (let k = 0; k <= steps; k++) {
    const way = (k / steps) * RANGE;
    if (touches(from.map((value, axis) => value + way * d[axis]))) return way;
  }
  return RANGE;
}

describe.each([2, 3])('casts against spheres, in %i dimensions', (dimensions) => {
  it.each(someOf([1, 2, 3, 4, 5], 3, dimensions))(
    'equal a march in small steps, seed %i',
    (seed) => {
      const random = randomOf(seed);
      const place = () => [0, 1, 2].map((axis) => (axis < dimensions ? 8 * (random() - 0.5) : 0));
      const at = place();
      const obstacles = Array.from({ length: 16 }, () => ({
        center: place(),
        radius: 0.2 + random(),
      }))
        // A march that starts inside an obstacle would end at once.
        .filter(({ center, radius }) => distance(center, at) > radius + CLEARANCE);
      const touches = (p: number[]) =>
        obstacles.some(({ center, radius }) => distance(center, p) < radius + CLEARANCE);
      const slots = slotsOf(look({ at, obstacles, world: { dimensions } }));
      expect(slots.some(({ value }) => value > 0)).toBe(true);
      for (const { d, value } of slots) {
        expect(value).toBeCloseTo(1 - marched(at, d, touches) / RANGE, 2);
      }
    },
  );
});

describe('casts against obstacles other than spheres', () => {
  const at = [0.5, 0.2, 0];
  const box = { type: 'box', min: [1.5, -1, -1], max: [4, 2, 1] };
  const room = { type: 'box', min: [-2, -1.2, -1], max: [1.7, 2.2, 2], keep: 'inside' };
  const shell = { type: 'sphere', center: [-0.2, 0.3, 0.1], radius: 2, keep: 'inside' };
  const ground = { type: 'plane', point: [0, -1, 0], normal: [0.3, 2, 0] };
  const inBox = (p: number[], { min, max }: typeof box, room: number, axes: number): boolean =>
    p.slice(0, axes).every((v, axis) => v > min[axis] - room && v < max[axis] + room);
  const n = Math.hypot(0.3, 2);

  it.each([
    ['a box', box, (p: number[], axes: number) => inBox(p, box, CLEARANCE, axes)],
    ['a room', room, (p: number[], axes: number) => !inBox(p, room, -CLEARANCE, axes)],
    [
      'the inside of a sphere',
      shell,
      (p: number[], axes: number) =>
        Math.hypot(p[0] + 0.2, p[1] - 0.3, axes === 2 ? 0 : p[2] - 0.1) > 2 - CLEARANCE,
    ],
    ['a plane', ground, (p: number[]) => (0.3 * p[0] + 2 * (p[1] + 1)) / n < CLEARANCE],
  ])('equal a march in small steps: %s', (_, obstacle, touches) => {
    for (const dimensions of [2, 3]) {
      const map = look({ at, world: { dimensions, obstacles: [obstacle] } });
      expect(Math.max(...map.danger)).toBeGreaterThan(0.3);
      for (const { d, value } of slotsOf(map)) {
        expect(value).toBeCloseTo(1 - marched(at, d, (p) => touches(p, dimensions)) / RANGE, 2);
      }
    }
  });

  it('find danger 1 in all directions further in from inside one, and none outward', () => {
    for (const { d, value } of slotsOf(look({ at: [1.6, 0, 0], world: { obstacles: [box] } }))) {
      expect(value).toBe(d[0] > 1e-6 ? 1 : 0);
    }
    const below = look({ at: [0, -1.5, 0], world: { obstacles: [ground] } });
    for (const { d, value } of slotsOf(below)) {
      expect(value).toBe(0.3 * d[0] + 2 * d[1] < -1e-6 ? 1 : 0);
    }
  });

  it.each([1, 2, 3])('do not depend on the other agents in the row, seed %i', (seed) => {
    // Obstacles are looked up for whole groups of agents: each must get the same result as alone.
    const random = randomOf(seed);
    const place = (reach: number) => [0, 1].map(() => reach * (2 * random() - 1));
    const bounds = { type: 'wrap', min: [-30, -20], max: [30, 20] };
    const obstacles = Array.from({ length: 40 }, (_, k) => {
      const [x, y] = place(19);
      return k % 2 === 0
        ? { type: 'sphere', center: [x, y], radius: 0.3 + random() }
        : { type: 'box', min: [x, y], max: [x + 0.1 + random(), y + 0.1 + random()] };
    });
    const others = Array.from({ length: 300 }, () => place(19.9));
    const crowd = { species: ['nobody'], castRadius: CLEARANCE, castRange: 1.5 };
    const all = worldOf({
      dimensions: 2,
      bounds,
      obstacles,
      species: [
        { name: 'nobody', count: 1, spawn: { type: 'pool' } },
        {
          name: 'bird',
          ...pointsOf(others),
          maxSpeed: 1,
          behaviors: [
            { type: 'seek', target: 'goal' },
            { type: 'context', ...crowd },
          ],
        },
      ],
      targets: [{ name: 'goal', position: [25, 0] }],
    });
    const alone = others.map((_, k) => weightMap(all, k + 1));
    expect(alone.filter(({ danger }) => Math.max(...danger) > 0).length).toBeGreaterThan(80);
    tick(all);
    alone.forEach(({ chosen, velocity }, k) => {
      expect(all.front.choice[all.front.slot[k + 1]]).toBe(chosen + 1);
      for (const axis of [0, 1]) {
        expect(velocityOf(all, k + 1)[axis]).toBeCloseTo((velocity[axis] * 10) / 60, 4);
      }
    });
  });
});

it('inside a sphere all inward directions have danger 1, all others none', () => {
  const center = [0.4, 0.3, 0];
  for (const { d, value } of slotsOf(look({ obstacles: [{ center, radius: 2 }] }))) {
    expect(value).toBe(dot(d, center) > 1e-6 ? 1 : 0);
  }
});

it('casts on a torus cross the seam', () => {
  const bounds = { type: 'wrap', min: [-10, -10], max: [10, 10] };
  const obstacle = { center: [-9.5, 4], radius: 1 };
  const seen = look({ at: [9, 4, 0], obstacles: [obstacle], world: { bounds } });
  expect(seen.danger[0]).toBeCloseTo(1 - (1.5 - 1 - CLEARANCE) / RANGE, 5);
  expect(seen.danger[8]).toBe(0);
});

it('walls that contain are dangerous, open bounds are not', () => {
  const bounds = { type: 'contain', min: [-5, -7], max: [6, 8] };
  const at = [4, 6.5, 0];
  const touches = (p: number[]) => p[0] > 6 - CLEARANCE || p[1] > 8 - CLEARANCE;
  for (const { d, value } of slotsOf(look({ at, world: { bounds } }))) {
    expect(value).toBeCloseTo(1 - marched(at, d, touches) / RANGE, 2);
  }
  expect(slotsOf(look({ at })).every(({ value }) => value === 0)).toBe(true);
  // Nearer than the body has room, all directions to the wall have danger 1, those along it none.
  const pressed = look({ at: [-4.9, 0, 0], world: { bounds } });
  for (const { d, value } of slotsOf(pressed)) expect(value).toBe(d[0] < 0 ? 1 : 0);
});

it('an obstacle behind the aim is no danger toward it, but is in other directions', () => {
  const obstacles = [
    { center: [3.2, 0], radius: 1 },
    { center: [-3.2, 0], radius: 1 },
  ];
  const far = look({ obstacles, target: [3, 0, 0] });
  expect(far.danger[0]).toBeCloseTo(1 - (3.2 - 1 - CLEARANCE) / RANGE, 5);
  const near = look({ obstacles, target: [1.9, 0, 0] });
  expect(near.danger[0]).toBe(0);
  expect(near.danger[8]).toBe(far.danger[0]);
  expect(near.chosen).toBe(0);
});

describe('neighbors', () => {
  it('crowd by the sum of unit vectors away x (1 - distance/radius), at most 1', () => {
    const radius = 2;
    const others = [
      [1, 0.5, 0],
      [-0.3, 1.7, 0],
      [5, 5, 0],
    ];
    const away = [0, 0, 0];
    for (const other of others.slice(0, 2)) {
      const share = (1 - length(other) / radius) / length(other);
      for (const axis of [0, 1, 2]) away[axis] -= other[axis] * share;
    }
    const map = look({ others, context: { radius, separation: 8 } });
    slotsOf(map).forEach(({ d, value }, slot) => {
      const crowding = length(away);
      const along = dot(d, away) / crowding;
      expect(value).toBeCloseTo(Math.max(0, -along) * crowding, 5);
      expect(map.interest[slot]).toBeCloseTo((8 * crowding * (along + 1)) / 2, 4);
    });
    const pressed = look({
      others: [
        [0.01, 0, 0],
        [0.01, 0.01, 0],
      ],
      context: { radius },
    });
    expect(Math.max(...pressed.danger)).toBeLessThanOrEqual(1);
    expect(Math.max(...pressed.danger)).toBeGreaterThan(0.9);
  });

  it('at the very edge do not count', () => {
    const map = look({ others: [[1.999, 0, 0]], target: [4, 0, 0], context: { radius: 2 } });
    expect(map.chosen).toBe(0);
    expect(Math.max(...map.danger)).toBeLessThan(0.001);
  });

  it('count by species', () => {
    const species = ['red', 'blue'].map((name, k) => ({
      name,
      ...pointsOf([[0.1 * k, 0, 0]]),
      behaviors: [{ type: 'context', species: ['red'] }],
    }));
    const world = worldOf({ dimensions: 2, species });
    expect(Math.max(...weightMap(world, 0).danger)).toBe(0);
    expect(Math.max(...weightMap(world, 1).danger)).toBeGreaterThan(0.5);
  });

  it('also crowd across the seam of a torus', () => {
    const bounds = { type: 'wrap', min: [-10, -10], max: [10, 10] };
    const map = look({ at: [9.9, 0, 0], others: [[-9.9, 0, 0]], world: { bounds } });
    expect(map.danger[0]).toBeCloseTo(1 - 0.2 / 0.5, 4);
    expect(map.danger[8]).toBe(0);
  });
});
