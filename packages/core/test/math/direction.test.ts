import { describe, expect, it } from 'vitest';
import {
  normalizeInto,
  randomDirectionInto,
  randomInBallInto,
  randomPerpendicularInto,
} from '../../src/math/direction.ts';
import { STREAM } from '../../src/math/random.ts';
import { dot, length } from '../helpers/scenes.ts';
import { chiSquareDeviation, histogram } from '../helpers/statistics.ts';

const out = new Float32Array(3);
const COUNT = 40_000;

function direction(id: number, dimensions: number): number[] {
  randomDirectionInto(out, 1, 5, id, STREAM.laws, dimensions);
  return [...out];
}

/** The step from 1 to the next f32. */
const ULP = 2 ** -23;

describe('random directions', () => {
  it('have length 1 within 2 ulp, 100,000 in 2 and 3 dimensions, seed 1', () => {
    // A single comparison at the end, here and below: 100,000 would take longer than the work itself.
    let worst = 0;
    for (const dimensions of [2, 3]) {
      for (let id = 0; id < 100_000; id++) {
        worst = Math.max(worst, Math.abs(length(direction(id, dimensions)) - 1));
      }
    }
    expect(worst).toBeLessThanOrEqual(2 * ULP);
  });

  it('in space are uniform on the sphere, seed 1', () => {
    for (const axis of [0, 1, 2]) {
      // Archimedes: each coordinate of a uniform point of the sphere is uniform.
      const counts = histogram(50, COUNT, (id) =>
        Math.min((direction(id, 3)[axis] + 1) / 2, 0.9999),
      );
      expect(Math.abs(chiSquareDeviation(counts))).toBeLessThan(5);
    }
  });

  it('in the plane have z = 0 and are uniform on the circle, seed 1', () => {
    let level = 0;
    const counts = histogram(60, COUNT, (id) => {
      const [x, y, z] = direction(id, 2);
      if (Object.is(z, 0)) level++;
      return Math.min(Math.atan2(y, x) / (2 * Math.PI) + 0.5, 0.9999);
    });
    expect(level).toBe(COUNT);
    expect(Math.abs(chiSquareDeviation(counts))).toBeLessThan(5);
  });
});

describe('random points of the ball', () => {
  it.each([2, 3])('are uniform in it, in %i dimensions, seed 1', (dimensions) => {
    let level = 0;
    const counts = histogram(50, COUNT, (id) => {
      randomInBallInto(out, 1, 0, id, STREAM.spawnPosition, dimensions);
      if (Object.is(out[2], 0)) level++;
      // The share of the ball nearer to the center is uniform.
      return Math.min(length([...out]) ** dimensions, 0.9999);
    });
    if (dimensions === 2) expect(level).toBe(COUNT);
    expect(Math.abs(chiSquareDeviation(counts))).toBeLessThan(5);
  });

  it('are never the center, and even in volume and over octants, 1,000,000 of seed 1', () => {
    const points = 1_000_000;
    const octants = Array<number>(8).fill(0);
    let [least, cubes, alongZ] = [1, 0, 0];
    for (let id = 0; id < points; id++) {
      randomInBallInto(out, 1, 0, id, STREAM.spawnPosition, 3);
      const [x, y, z] = out;
      const squared = x * x + y * y + z * z;
      const far = Math.sqrt(squared);
      least = Math.min(least, far);
      cubes += squared * far;
      alongZ += (z * z) / squared;
      octants[(x < 0 ? 1 : 0) + (y < 0 ? 2 : 0) + (z < 0 ? 4 : 0)]++;
    }
    // One in a million comes nearer than 1/100; the nearest that can be drawn is at 0.0031.
    expect(least).toBeGreaterThan(0.003);
    expect(least).toBeLessThan(0.03);
    // A uniform share has the mean 1/2 and the deviation sqrt(1/12); cos^2 has 1/3 and sqrt(4/45).
    expect(Math.abs(cubes / points - 1 / 2)).toBeLessThan(5 * Math.sqrt(1 / 12 / points));
    expect(Math.abs(alongZ / points - 1 / 3)).toBeLessThan(5 * Math.sqrt(4 / 45 / points));
    expect(Math.abs(chiSquareDeviation(octants))).toBeLessThan(4);
  });

  it('in the plane are never the center, and even over quadrants, 1,000,000 of seed 2', () => {
    const points = 1_000_000;
    const quadrants = Array<number>(4).fill(0);
    let [least, squares] = [1, 0];
    for (let id = 0; id < points; id++) {
      randomInBallInto(out, 2, 0, id, STREAM.spawnPosition, 2);
      const [x, y] = out;
      const squared = x * x + y * y;
      least = Math.min(least, squared);
      squares += squared;
      quadrants[(x < 0 ? 1 : 0) + (y < 0 ? 2 : 0)]++;
    }
    expect(least).toBeGreaterThan(0);
    expect(Math.abs(squares / points - 1 / 2)).toBeLessThan(5 * Math.sqrt(1 / 12 / points));
    expect(Math.abs(chiSquareDeviation(quadrants))).toBeLessThan(4);
  });

  it('have no negative zero among 100,000, in 2 and 3 dimensions, seed 3', () => {
    let negative = 0;
    for (const dimensions of [2, 3]) {
      for (let id = 0; id < 100_000; id++) {
        randomInBallInto(out, 3, 0, id, STREAM.spawnPosition, dimensions);
        if (out.some((value) => Object.is(value, -0))) negative++;
      }
    }
    expect(negative).toBe(0);
  });
});

describe('random perpendiculars', () => {
  const toward = [2, -3, 6].map((value) => value / 7);

  it('are unit vectors perpendicular to the given one, spread evenly about it', () => {
    let [longest, steepest] = [0, 0];
    const counts = histogram(40, COUNT, (id) => {
      const [nx, ny, nz] = toward;
      randomPerpendicularInto(out, nx, ny, nz, 1, 0, id, STREAM.sparks, 3);
      const side = [...out];
      longest = Math.max(longest, Math.abs(length(side) - 1));
      steepest = Math.max(steepest, Math.abs(dot(side, toward)));
      // About axes perpendicular to `toward`: (3, 2, 0)/sqrt(13) and their cross product.
      const a = (3 * side[0] + 2 * side[1]) / Math.sqrt(13);
      const b = (12 * side[0] - 18 * side[1] - 13 * side[2]) / (7 * Math.sqrt(13));
      return Math.min(Math.atan2(b, a) / (2 * Math.PI) + 0.5, 0.9999);
    });
    expect(longest).toBeLessThan(3e-7);
    expect(steepest).toBeLessThan(1e-3);
    expect(Math.abs(chiSquareDeviation(counts))).toBeLessThan(5);
  });

  it('in the plane are half on one side and half on the other', () => {
    let [left, steepest, longest] = [0, 0, 0];
    for (let id = 0; id < COUNT; id++) {
      randomPerpendicularInto(out, 0.6, 0.8, 0, 1, 0, id, STREAM.sparks, 2);
      const [x, y, z] = out;
      steepest = Math.max(steepest, Math.abs(x * 0.6 + y * 0.8));
      longest = Math.max(longest, Math.abs(Math.hypot(x, y) - 1), z === 0 ? 0 : 1);
      if (x < 0) left++;
    }
    expect(steepest).toBeLessThan(1e-7);
    expect(longest).toBeLessThan(3e-7);
    expect(Math.abs(left - COUNT / 2)).toBeLessThan(4 * Math.sqrt(COUNT / 4));
  });

  it.each([
    [1, 0, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0.6, 0.8, 0],
  ])('exist for (%d, %d, %d), for any draw', (nx, ny, nz) => {
    let [longest, steepest] = [0, 0];
    for (let id = 0; id < 5000; id++) {
      randomPerpendicularInto(out, nx, ny, nz, 9, 0, id, STREAM.avoidance, 3);
      longest = Math.max(longest, Math.abs(length([...out]) - 1));
      steepest = Math.max(steepest, Math.abs(dot([...out], [nx, ny, nz])));
    }
    expect(longest).toBeLessThan(3e-7);
    expect(steepest).toBeLessThan(1e-3);
  });
});

describe('normalizeInto', () => {
  it.each([
    [
      [3, -4, 12],
      [3 / 13, -4 / 13, 12 / 13],
    ],
    [
      [0, 0, 0],
      [1, 0, 0],
    ],
    [
      [-0, -0, -0],
      [1, 0, 0],
    ],
    [
      [0, 0, -1e-15],
      [0, 0, -1],
    ],
    [
      [1e15, 0, 0],
      [1, 0, 0],
    ],
  ])('of %j is %j', ([x, y, z], expected) => {
    normalizeInto(out, x, y, z);
    for (const axis of [0, 1, 2]) expect(out[axis]).toBeCloseTo(expected[axis], 6);
  });
});
