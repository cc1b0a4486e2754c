import { describe, expect, it } from 'vitest';
import { throwInto } from '../../src/math/ballistics.ts';
import { LONG } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';
import { dot, length, type Triple } from '../helpers/scenes.ts';

const REST: Triple = [0, 0, 0];

/** Nearest approach of a body thrown along `way`, stepped as worlds do, and of a point (m). */
function nearest(
  way: Triple,
  r: Triple,
  w: Triple,
  speed: number,
  [gravity, damping, dt]: [number, number, number],
): number {
  let v = way.map((component) => (component / length(way)) * speed);
  let gap = r.map((component) => -component);
  let least = length(gap);
  for (let k = 0; k * dt < 30; k++) {
    v = v.map(
      (component, axis) => component * (1 - damping * dt) - (axis === 1 ? gravity * dt : 0),
    );
    const step = v.map((component, axis) => (component - w[axis]) * dt);
    const along = Math.min(1, Math.max(0, -dot(gap, step) / Math.max(dot(step, step), 1e-30)));
    least = Math.min(least, length(gap.map((component, axis) => component + along * step[axis])));
    gap = gap.map((component, axis) => component + step[axis]);
  }
  return least;
}

describe('throws', () => {
  it.each([
    ['without air or weight', [0, 0, 1 / 60]],
    ['that fall', [9.8, 0, 1 / 60]],
    ['that fall and are dragged', [9.8, 0.4, 1 / 60]],
    ['in long steps', [9.8, 0.4, 0.25]],
  ] as [string, [number, number, number]][])('%s meet moving points, seed 4', (_, flight) => {
    const random = randomOf(4);
    const any = (size: number): Triple => [0, 0, 0].map(() => (random() - 0.5) * size) as Triple;
    const count = LONG ? 100 : 16;
    let met = 0;
    for (let k = 0; k < count; k++) {
      const [r, w] = [any(60), any(10)];
      const way: Triple = [0, 0, 0];
      if (!throwInto(way, r, w, 30, ...flight)) continue;
      met++;
      expect(nearest(way, r, w, 30, flight)).toBeLessThan(1e-6);
    }
    expect(met).toBeGreaterThan(LONG ? 50 : 6);
  });

  it('have the lower of the two elevations of the closed form', () => {
    const [g, speed, dt] = [9.8, 30, 1e-3];
    for (const [far, high] of [
      [40, 0],
      [60, 10],
      [70, -15],
      [20, 30],
    ]) {
      // (g h^2 / 2 s^2) tan^2 - h tan + (g h^2 / 2 s^2 + v) = 0
      const a = (g * far * far) / (2 * speed * speed);
      const tangent = (far - Math.sqrt(far * far - 4 * a * (a + high))) / (2 * a);
      const way: Triple = [0, 0, 0];
      expect(throwInto(way, [0.6 * far, high, 0.8 * far], REST, speed, g, 0, dt)).toBe(true);
      expect(way[1] / Math.hypot(way[0], way[2])).toBeCloseTo(tangent, 2);
      expect(way[0] / way[2]).toBeCloseTo(0.75, 10);
    }
  });

  it('reach as far as speed^2 / gravity, and no further', () => {
    const range = 30 ** 2 / 9.8;
    const reaches = (far: number): boolean =>
      throwInto([0, 0, 0], [far, 0, 0], REST, 30, 9.8, 0, 1e-3);
    expect(reaches(range * 0.995)).toBe(true);
    expect(reaches(range * 1.005)).toBe(false);
  });

  it('miss a target that flees faster, and meet at once one at the start', () => {
    expect(throwInto([0, 0, 0], [50, 0, 0], [31, 0, 0], 30, 0, 0, 1 / 60)).toBe(false);
    expect(throwInto([0, 0, 0], [0, 0, 0], [31, 0, 0], 30, 9.8, 0, 1 / 60)).toBe(true);
  });
});
