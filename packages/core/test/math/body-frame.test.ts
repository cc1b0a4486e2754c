import { expect, it } from 'vitest';
import { headingInto } from '../../src/math/body-frame.ts';

const SPEEDS = [0, 1e-20, 1e-6, 1, 1e9, 1e18, 1.2e19, 1.8e19, 1e20, 3e38];

it.each(SPEEDS)('the first heading has a length of 1 at a speed of %d m/s', (speed) => {
  const out = new Float32Array(3);
  for (const direction of [
    [1, 0, 0],
    [0, -1, 0],
    [0.6, 0, -0.8],
    [-0.48, 0.6, 0.64],
  ]) {
    const [x, y, z] = direction.map((value) => Math.fround(value * speed));
    headingInto(out, x, y, z);
    // At rest, and beyond what f32 can square, it is along x.
    const wanted = speed < 1e-5 || speed > 1.7e19 ? [1, 0, 0] : direction;
    out.forEach((value, axis) => {
      expect(value, `${direction}`).toBeCloseTo(wanted[axis], 5);
    });
  }
});
