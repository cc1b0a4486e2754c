import { describe, expect, it } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { tick } from '../../src/tick/tick.ts';
import type { World } from '../../src/world/world.ts';
import { forcesOf } from '../helpers/forces.ts';
import { LONG } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';
import {
  distance,
  dot,
  length,
  pointsOf,
  positionOf,
  velocityOf,
  worldOf,
} from '../helpers/scenes.ts';

const BODY = 0.4;
const MARGIN = 0.1;
const CLEARANCE = BODY + MARGIN;
const WEIGHT = 30;
const LOOK_AHEAD = 2;

/** How far the center of a body is from where it may not be, below 0 inside: the body needs CLEARANCE around it. */
type Clearance = (p: readonly number[]) => number;

interface Kind {
  readonly name: string;
  readonly obstacle: Record<string, unknown>;
  readonly clearance: Clearance;
}

const BOX = { min: [-3, -2, -1.5], max: [5, 2, 2.5] };
const NORMAL = [2, -3, 6].map((v) => v / 7);

const boxDepth = (p: readonly number[], grown: number): number =>
  Math.min(...p.map((v, axis) => Math.min(v - BOX.min[axis], BOX.max[axis] - v) + grown));

/** The distance of an outside point from the box, after CLEARANCE is taken off every side of the box. */
const wayIn = (p: readonly number[]): number =>
  length(
    p.map((v, axis) => Math.max(BOX.min[axis] + CLEARANCE - v, v - BOX.max[axis] + CLEARANCE, 0)),
  );

const kinds: Kind[] = [
  {
    name: 'a sphere kept outside',
    obstacle: { type: 'sphere', center: [1, -1, 0.5], radius: 3 },
    clearance: (p) => distance(p, [1, -1, 0.5]) - 3 - CLEARANCE,
  },
  {
    name: 'a sphere kept inside',
    obstacle: { type: 'sphere', center: [1, -1, 0.5], radius: 7, keep: 'inside' },
    clearance: (p) => 7 - CLEARANCE - distance(p, [1, -1, 0.5]),
  },
  {
    name: 'a box kept outside',
    obstacle: { type: 'box', ...BOX },
    clearance: (p) => -boxDepth(p, CLEARANCE),
  },
  {
    name: 'a box kept inside',
    obstacle: { type: 'box', ...BOX, keep: 'inside' },
    clearance: (p) => (boxDepth(p, -CLEARANCE) > 0 ? boxDepth(p, -CLEARANCE) : -wayIn(p)),
  },
  {
    name: 'a plane kept outside',
    obstacle: { type: 'plane', point: [1, 2, 3], normal: [2, -3, 6] },
    clearance: (p) =>
      dot(
        p.map((v, axis) => v - [1, 2, 3][axis]),
        NORMAL,
      ) - CLEARANCE,
  },
  {
    name: 'a plane kept inside',
    obstacle: { type: 'plane', point: [1, 2, 3], normal: [2, -3, 6], keep: 'inside' },
    clearance: (p) =>
      -dot(
        p.map((v, axis) => v - [1, 2, 3][axis]),
        NORMAL,
      ) - CLEARANCE,
  },
];

function birds(
  positions: number[][],
  velocities: number[][],
  obstacles: unknown[],
  replaced: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
): World {
  return worldOf({
    species: [
      {
        name: 'bird',
        ...pointsOf(positions, velocities),
        radius: BODY,
        behaviors: [
          { type: 'avoidance', weight: WEIGHT, lookAhead: LOOK_AHEAD, margin: MARGIN, ...replaced },
        ],
      },
    ],
    obstacles,
    ...more,
  });
}

/** Where along a course the clearance is first 0: by small steps, then by halving. */
function touching(clearance: Clearance, p: number[], n: number[], most: number): number {
  const at = (t: number): number => clearance(p.map((v, axis) => v + n[axis] * t));
  const step = 0.02;
  for (let t = 0; t < most; t += step) {
    if (at(t + step) > 0) continue;
    let [low, high] = [t, t + step];
    for (let k = 0; k < 40; k++) {
      const middle = (low + high) / 2;
      if (at(middle) > 0) low = middle;
      else high = middle;
    }
    return low;
  }
  return Number.POSITIVE_INFINITY;
}

const COUNT = LONG ? 1003 : 203;
/** Ticks of the free flight. */
const TICKS = LONG ? 1200 : 250;

describe.each(kinds)('$name', ({ name, obstacle, clearance }) => {
  const random = randomOf(23);
  const point = (size: number): number[] => [0, 1, 2].map(() => size * (random() - 0.5));
  const size = name === 'a box kept inside' ? 9 : 18;
  const positions = Array.from({ length: COUNT }, () => point(size));
  const velocities = positions.map((_, k) => (k % 10 === 0 ? [0, 0, 0] : point(9)));
  const gradient = (p: number[]): number[] =>
    [0, 1, 2].map((axis) => {
      const e = 1e-5;
      const moved = (sign: number): number =>
        clearance(p.map((v, other) => v + (other === axis ? sign * e : 0)));
      return (moved(1) - moved(-1)) / (2 * e);
    });

  it.each(['around', 'reflect'])(
    'is avoided where a march along the course meets it, %s, seed 23',
    (steer) => {
      const forces = forcesOf(birds(positions, velocities, [obstacle], { steer }));
      let seen = 0;
      let within = 0;
      positions.forEach((p, id) => {
        const v = velocities[id];
        const speed = length(v);
        const n = v.map((value) => (speed > 0 ? value / speed : 0));
        const force = forces[id];
        if (Math.abs(clearance(p)) < 1e-3) return;
        if (clearance(p) < 0) {
          within++;
          // The whole weight pulls toward more room.
          expect(length(force)).toBeCloseTo(WEIGHT, 3);
          const out = p.map((value, axis) => value + (force[axis] / WEIGHT) * 1e-3);
          expect(clearance(out) - clearance(p)).toBeCloseTo(1e-3, 5);
          return;
        }
        const look = speed * LOOK_AHEAD;
        const touched = touching(clearance, p, n, look + 0.1);
        if (Math.abs(touched - look) < 0.05) return;
        if (touched > look) {
          // The march may miss a graze.
          let least = Number.POSITIVE_INFINITY;
          for (let t = 0; t < look; t += 0.01) {
            least = Math.min(least, clearance(p.map((value, axis) => value + n[axis] * t)));
          }
          if (least > 0.01) expect(length(force)).toBe(0);
          return;
        }
        seen++;
        expect(length(force)).toBeCloseTo(WEIGHT * (1 - touched / look), 1);
        const surface = p.map((value, axis) => value + n[axis] * touched);
        const normal = gradient(surface);
        const lean = dot(n, normal);
        if (lean < -0.999) return;
        // Away from the surface, and never back along the course.
        const toMiddle = name === 'a box kept inside' && lean < -0.7;
        if (!toMiddle) expect(dot(force, normal)).toBeGreaterThan(0);
        const along = dot(force, n) / length(force);
        if (steer === 'around' || lean * lean >= 0.5) {
          if (Math.abs(lean * lean - 0.5) > 0.01) expect(along).toBeCloseTo(0, 2);
        } else {
          const reflected = n.map((value, axis) => value - 2 * lean * normal[axis]);
          expect(dot(force, reflected) / length(force)).toBeGreaterThan(0.995);
        }
      });
      expect(seen).toBeGreaterThan(COUNT / 50);
      expect(within).toBeGreaterThan(3);
    },
  );

  it(`no agent in free flight gets into it in ${TICKS / 60} s, seed 29`, () => {
    const start = positions.filter((p) => clearance(p) > 0.5).slice(0, 60);
    const fly = start.map(() => {
      const [x, y, z] = point(2);
      const scale = 3 / length([x, y, z]);
      return [x * scale, y * scale, z * scale];
    });
    const world = birds(start, fly, [obstacle], { weight: 60 });
    // Kept at 3 m/s, so that no agent escapes by getting faster.
    world.front.speciesParameters.fill(3, 2, 4);
    let nearest = Number.POSITIVE_INFINITY;
    for (let t = 0; t < TICKS; t++) {
      tick(world);
      for (const id of start.keys()) nearest = Math.min(nearest, clearance(positionOf(world, id)));
    }
    // It may use part of the margin.
    expect(nearest).toBeGreaterThan(-MARGIN);
  });
});

describe('head on, by reflection', () => {
  it.each([
    ['a plane', { type: 'plane', point: [10, 0, 0], normal: [-1, 0, 0] }],
    ['a box', { type: 'box', min: [10, -20, -20], max: [12, 20, 20] }],
    ['a sphere', { type: 'sphere', center: [15, 0, 0], radius: 5 }],
    [
      'the inside of a box',
      { type: 'box', min: [-20, -20, -20], max: [10, 20, 20], keep: 'inside' },
    ],
    ['the inside of a sphere', { type: 'sphere', center: [0, 0, 0], radius: 10, keep: 'inside' }],
  ])('no agent stalls in front of %s', (_, obstacle) => {
    const count = 31;
    const world = birds(Array(count).fill([0, 0, 0]), Array(count).fill([4, 0, 0]), [obstacle], {
      steer: 'reflect',
    });
    for (let t = 0; t < 300; t++) {
      tick(world);
      for (let id = 0; id < count; id++) {
        expect(length(velocityOf(world, id))).toBeGreaterThan(2);
      }
    }
    for (let id = 0; id < count; id++) {
      expect(length(positionOf(world, id))).toBeGreaterThan(0.1);
    }
    // Each has taken a way of its own.
    expect(
      new Set(Array.from({ length: count }, (_, id) => String(positionOf(world, id)))).size,
    ).toBe(count);
  });

  it('an agent passes a box over its nearest edge, along y in a tie', () => {
    const world = birds(
      [[0, 3, 0]],
      [[4, 0, 0]],
      [{ type: 'box', min: [8, -20, -2], max: [9, 5, 6] }],
    );
    const [force] = forcesOf(world);
    // The edges of the face at y = 5 and at z = -2 are both 2 m away: y comes first.
    expect(force[1]).toBeGreaterThan(1);
    expect(Math.abs(force[2])).toBeLessThan(1e-6);
  });
});

describe('in two dimensions', () => {
  it('a box has no top, and all agents stay in the plane', () => {
    const world = birds(
      [
        [0, 0],
        [-1, 1.5],
      ],
      [
        [4, 0],
        [3, -1],
      ],
      [{ type: 'box', min: [5, -3], max: [7, 3] }],
      {},
      { dimensions: 2 },
    );
    expect(length(forcesOf(world)[0])).toBeGreaterThan(10);
    for (let t = 0; t < 300; t++) {
      tick(world);
      for (const id of [0, 1]) {
        const [x, y, z] = positionOf(world, id);
        expect(z === 0).toBe(true);
        expect(x > 5 && x < 7 && y > -3 && y < 3).toBe(false);
      }
    }
  });
});

it.each([
  ['a plane', [{ type: 'plane', point: [10, 0, 0], normal: [-1, 0, 0] }]],
  ['a box', [{ type: 'box', min: [10, -6, -6], max: [12, 6, 6] }]],
  ['a sphere', [{ type: 'sphere', center: [15, 0, 0], radius: 5 }]],
  [
    'the corner of a room',
    [{ type: 'box', min: [-30, -30, -30], max: [10, 1, 30], keep: 'inside' }],
  ],
])('a target beside %s is reached', (_, obstacles) => {
  const start = [
    [-8, 0, 0],
    [-5, -9, 2],
    [2, -12, -7],
  ];
  for (const steer of ['around', 'reflect']) {
    const world = worldOf({
      species: [
        {
          name: 'bird',
          ...pointsOf(start),
          radius: BODY,
          maxSpeed: 4,
          maxForce: 40,
          behaviors: [
            { type: 'avoidance', lookAhead: 1, steer },
            { type: 'arrive', weight: 4, brakingDistance: 4 },
          ],
        },
      ],
      targets: [{ name: 'goal', position: [9.4, 0, 0] }],
      obstacles,
    });
    tick(world, 1200);
    start.forEach((__, id) => {
      expect(distance(positionOf(world, id), [9.4, 0, 0])).toBeLessThan(0.1);
    });
  }
});

it('a far plane changes no bit of a world with a sphere', () => {
  const positions = Array.from({ length: 40 }, (_, k) => [k % 7, k % 5, k % 3]);
  const velocities = positions.map(([x, y, z]) => [3 - y, x - 2, z]);
  const sphere = { type: 'sphere', center: [6, 1, 1], radius: 2 };
  const plane = { type: 'plane', point: [0, -900, 0], normal: [0, 1, 0] };
  const [a, b] = [[sphere], [sphere, plane]].map((o) => birds(positions, velocities, o));
  for (let t = 0; t < 100; t++) {
    tick(a);
    tick(b);
    expect(stateHash(b)).toBe(stateHash(a));
  }
});
