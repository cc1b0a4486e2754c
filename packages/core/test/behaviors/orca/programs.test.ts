import { describe, expect, it, test } from 'vitest';
import {
  addHalfSpace,
  createHalfSpaces,
  createVelocity,
  type HalfSpaces,
} from '../../../src/steering/orca/half-spaces.ts';
import { program2d } from '../../../src/steering/orca/program-2d.ts';
import { program3d } from '../../../src/steering/orca/program-3d.ts';
import { safeVelocityInto } from '../../../src/steering/orca/safe-velocity.ts';
import { LONG } from '../../helpers/long.ts';
import { randomOf } from '../../helpers/random-of.ts';

const SPEED = 2;
type Vector = [number, number, number];

function spacesOf(...rows: readonly (readonly [...Vector, number])[]): HalfSpaces {
  const spaces = createHalfSpaces(1);
  for (const [x, y, z, bound] of rows) addHalfSpace(spaces, x, y, z, bound);
  return spaces;
}

/** Half spaces in random directions, some of them parallel or opposite to an earlier one. */
function randomSpaces(random: () => number, count: number, dimensions: number, tight: number) {
  const rows: [number, number, number, number][] = [];
  for (let k = 0; k < count; k++) {
    const kind = random();
    const bound = (random() - tight) * SPEED;
    const [x, y, z] = rows[Math.floor(random() * k)] ?? [1, 0, 0];
    if (k > 0 && kind < 0.1) rows.push([x, y, z, bound]);
    else if (k > 0 && kind < 0.2) rows.push([-x, -y, -z, bound]);
    else rows.push([...direction(random, dimensions), bound]);
  }
  return spacesOf(...rows);
}

function direction(random: () => number, dimensions: number): Vector {
  for (;;) {
    const v = [0, 1, 2].map((axis) => (axis < dimensions ? 2 * random() - 1 : 0)) as Vector;
    const length = Math.hypot(...v);
    if (length > 0.1 && length < 1) return v.map((c) => c / length) as Vector;
  }
}

function violation({ x, y, z, bound, count }: HalfSpaces, v: readonly number[], from = 0): number {
  let worst = 0;
  for (let k = from; k < count; k++) {
    worst = Math.max(worst, bound[k] - x[k] * v[0] - y[k] * v[1] - z[k] * v[2]);
  }
  return worst;
}

/** Points where the best of a convex program in the plane can lie: every vertex, foot and tangent. */
function candidates(lines: HalfSpaces, wanted: readonly number[]): number[][] {
  const { x, y, bound, count } = lines;
  const points = [[wanted[0], wanted[1]]];
  const length = Math.hypot(wanted[0], wanted[1]);
  if (length > 0) points.push([(wanted[0] / length) * SPEED, (wanted[1] / length) * SPEED]);
  for (let i = 0; i < count; i++) {
    const [nx, ny, b] = [x[i], y[i], bound[i]];
    const along = wanted[1] * nx - wanted[0] * ny;
    const half = Math.sqrt(Math.max(0, SPEED * SPEED - b * b));
    for (const t of [along, half, -half]) points.push([b * nx - t * ny, b * ny + t * nx]);
    for (let j = 0; j < i; j++) {
      const det = nx * y[j] - ny * x[j];
      if (Math.abs(det) < 1e-9) continue;
      points.push([(b * y[j] - bound[j] * ny) / det, (bound[j] * nx - b * x[j]) / det]);
    }
  }
  return points.map(([a, c]) => [a, c, 0]);
}

function allowed(lines: HalfSpaces, v: readonly number[]): boolean {
  return Math.hypot(...v) <= SPEED + 1e-9 && violation(lines, v) <= 1e-9;
}

const SEEDS = Array.from({ length: LONG ? 6 : 1 }, (_, k) => 101 + k);

describe('in the plane', () => {
  test.each(SEEDS)(
    'finds the best of all vertices, or reports that none exists, seed %i',
    (seed) => {
      const random = randomOf(seed);
      let feasible = 0;
      for (let round = 0; round < 150; round++) {
        const lines = randomSpaces(random, 1 + Math.floor(random() * 8), 2, 0.3 + 0.6 * random());
        const wanted = [3 * (2 * random() - 1), 3 * (2 * random() - 1), 0];
        const found = createVelocity();
        const held = program2d(found, lines, SPEED, wanted[0], wanted[1], false);
        const distances = candidates(lines, wanted)
          .filter((v) => allowed(lines, v))
          .map((v) => Math.hypot(v[0] - wanted[0], v[1] - wanted[1]));
        expect(held === lines.count, `round ${round}`).toBe(distances.length > 0);
        if (distances.length === 0) continue;
        feasible++;
        expect(allowed(lines, [found.x, found.y, 0])).toBe(true);
        const distance = Math.hypot(found.x - wanted[0], found.y - wanted[1]);
        expect(distance).toBeCloseTo(Math.min(...distances), 7);
      }
      expect(feasible).toBeGreaterThan(25);
      expect(feasible).toBeLessThan(145);
    },
  );

  test.each(SEEDS)('goes as far as possible in a direction, seed %i', (seed) => {
    const random = randomOf(seed);
    for (let round = 0; round < 150; round++) {
      const lines = randomSpaces(random, 1 + Math.floor(random() * 6), 2, 0.8);
      const [x, y] = direction(random, 2);
      const found = createVelocity();
      if (program2d(found, lines, SPEED, x, y, true) < lines.count) continue;
      // The vertices, and the farthest point of the disc.
      const far = candidates(lines, [x * 1e9, y * 1e9, 0])
        .concat(candidates(lines, [x, y, 0]))
        .filter((v) => allowed(lines, v))
        .map((v) => v[0] * x + v[1] * y);
      expect(found.x * x + found.y * y).toBeCloseTo(Math.max(...far), 7);
    }
  });

  it('keeps to the border of two opposite half planes that leave a line', () => {
    const lines = spacesOf([0, 1, 0, 0.5], [0, -1, 0, -0.5]);
    const found = createVelocity();
    expect(program2d(found, lines, SPEED, 1, -3, false)).toBe(2);
    expect([found.x, found.y]).toEqual([1, 0.5]);
  });

  it('reports which of two opposite half planes cannot hold', () => {
    const lines = spacesOf([0, 1, 0, 0.5], [1, 0, 0, -9], [0, -1, 0, -0.4]);
    expect(program2d(createVelocity(), lines, SPEED, 0, 0, false)).toBe(2);
  });

  it('refuses a half plane beyond the disc and accepts one that touches it', () => {
    const found = createVelocity();
    expect(program2d(found, spacesOf([1, 0, 0, 2.0001]), SPEED, 0, 0, false)).toBe(0);
    expect(program2d(found, spacesOf([1, 0, 0, 2]), SPEED, 0, 1, false)).toBe(1);
    expect([found.x, found.y]).toEqual([2, 0]);
  });
});

describe('in space', () => {
  test.each(SEEDS)('finds a point that no random search near it improves, seed %i', (seed) => {
    const random = randomOf(seed);
    let feasible = 0;
    for (let round = 0; round < 60; round++) {
      const planes = randomSpaces(random, 1 + Math.floor(random() * 8), 3, 0.4 + 0.5 * random());
      const wanted = [0, 1, 2].map(() => 3 * (2 * random() - 1)) as Vector;
      const found = createVelocity();
      const held = program3d(found, planes, SPEED, ...wanted, false);
      if (held < planes.count) {
        // No sample finds a point that all of them allow.
        for (let k = 0; k < 300; k++) {
          const v = direction(random, 3).map((c) => c * SPEED * random());
          expect(violation(planes, v)).toBeGreaterThan(0);
        }
        continue;
      }
      feasible++;
      const v = [found.x, found.y, found.z];
      expect(allowed(planes, v), `round ${round}`).toBe(true);
      expect(nearerNearby(planes, v, wanted, random), `round ${round}`).toBeLessThan(1e-6);
    }
    expect(feasible).toBeGreaterThan(10);
  });

  /** How much nearer to the wanted one an allowed velocity about v is; the program is convex. */
  function nearerNearby(planes: HalfSpaces, v: number[], wanted: Vector, random: () => number) {
    const far = (p: readonly number[]) => Math.hypot(...p.map((c, axis) => c - wanted[axis]));
    let best = 0;
    for (let k = 0; k < (LONG ? 600 : 200); k++) {
      const step = 10 ** (-4 * random());
      const p = direction(random, 3).map((c, axis) => v[axis] + c * step);
      if (Math.hypot(...p) <= SPEED && violation(planes, p) <= 0)
        best = Math.max(best, far(v) - far(p));
    }
    return best;
  }

  test.each(SEEDS)('equals the plane program if everything is in a plane, seed %i', (seed) => {
    const random = randomOf(seed);
    for (let round = 0; round < 80; round++) {
      const lines = randomSpaces(random, 1 + Math.floor(random() * 8), 2, 0.7);
      const wanted = [3 * random(), 3 * random(), 0] as Vector;
      const flat = createVelocity();
      const found = createVelocity();
      const held = program2d(flat, lines, SPEED, wanted[0], wanted[1], false);
      expect(program3d(found, lines, SPEED, ...wanted, false)).toBe(held);
      if (held < lines.count) continue;
      expect(Math.hypot(found.x - flat.x, found.y - flat.y, found.z)).toBeLessThan(1e-9);
    }
  });
});

describe('half spaces that cannot all hold', () => {
  test.each(SEEDS)('get the least violation of the worst one, seed %i', (seed) => {
    const random = randomOf(seed);
    let infeasible = 0;
    for (let round = 0; round < 80; round++) {
      const dimensions = 2 + (round % 2);
      const spaces = randomSpaces(random, 3 + Math.floor(random() * 7), dimensions, 0.35);
      const held = createVelocity();
      safeVelocityInto(held, spaces, 0, SPEED, 1, 1, 0, dimensions);
      const v = [held.x, held.y, held.z];
      expect(Math.hypot(...v)).toBeLessThan(SPEED + 1e-9);
      const worst = violation(spaces, v);
      if (worst < 1e-9) continue;
      infeasible++;
      for (let k = 0; k < (LONG ? 600 : 200); k++) {
        const near = k % 2 === 0;
        const step = near ? 10 ** (-3 * random()) : 1;
        const p = direction(random, dimensions).map(
          (c, axis) => (near ? v[axis] : 0) + c * step * 2,
        );
        if (Math.hypot(...p) > SPEED) continue;
        expect(violation(spaces, p), `round ${round}`).toBeGreaterThan(worst - 1e-6);
      }
    }
    expect(infeasible).toBeGreaterThan(10);
  });

  test.each(SEEDS)('keep the firm ones satisfied, seed %i', (seed) => {
    const random = randomOf(seed);
    let tried = 0;
    for (let round = 0; round < 80; round++) {
      const dimensions = 2 + (round % 2);
      const firm = 1 + Math.floor(random() * 4);
      const spaces = randomSpaces(random, firm + 5, dimensions, 0.4);
      // The firm ones allow rest.
      for (let k = 0; k < firm; k++) spaces.bound[k] = -Math.abs(spaces.bound[k]) * (k % 2);
      const found = createVelocity();
      safeVelocityInto(found, spaces, firm, SPEED, -1, 1, 0, dimensions);
      const v = [found.x, found.y, found.z];
      const all = { ...spaces, count: firm };
      expect(violation(all, v)).toBeLessThan(1e-9);
      const worst = violation(spaces, v, firm);
      if (worst < 1e-9) continue;
      tried++;
      for (let k = 0; k < (LONG ? 400 : 150); k++) {
        const p = direction(random, dimensions).map(
          (c, axis) => v[axis] + c * 10 ** (-3 * random()),
        );
        if (Math.hypot(...p) > SPEED || violation(all, p) > 0) continue;
        expect(violation(spaces, p, firm), `round ${round}`).toBeGreaterThan(worst - 1e-6);
      }
    }
    expect(tried).toBeGreaterThan(10);
  });

  it('give up the others if the firm ones contradict each other', () => {
    const spaces = spacesOf([1, 0, 0, 0.5], [-1, 0, 0, 0.3], [0, 1, 0, 1]);
    const found = createVelocity();
    safeVelocityInto(found, spaces, 2, SPEED, 0, 0, 0, 2);
    expect(found.x).toBeCloseTo(0.1, 12);
  });

  it('leave a velocity midway between two that press from both sides', () => {
    const spaces = spacesOf([1, 0, 0, 0.4], [-1, 0, 0, 0.4]);
    const found = createVelocity();
    safeVelocityInto(found, spaces, 0, SPEED, 0, 1, 0, 2);
    expect(found.x).toBeCloseTo(0, 12);
  });
});
