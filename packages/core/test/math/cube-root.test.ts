import { expect, it } from 'vitest';
import { cubeRoot } from '../../src/math/cube-root.ts';
import { randomOf } from '../helpers/random-of.ts';

// Math.cbrt is not in core because engines differ in its last bits; as an oracle it is good enough.

it('the cube root has a relative error below 1e-15 from 2^-25 to 1, seed 4', () => {
  const random = randomOf(4);
  const shares = [
    ...Array.from({ length: 20_000 }, (_, k) => (k + 1) / 20_000),
    ...Array.from({ length: 20_000 }, () => 2 ** (-25 * random())),
    ...Array.from({ length: 26 }, (_, k) => 2 ** -k),
  ];
  const worst = Math.max(...shares.map((x) => Math.abs(cubeRoot(x) / Math.cbrt(x) - 1)));
  expect(worst).toBeLessThan(1e-15);
});

it('the cube root is exact at 0 and at powers of 1/8', () => {
  for (let k = 0; k < 100; k++) expect(cubeRoot(8 ** -k)).toBe(2 ** -k);
  expect(cubeRoot(0)).toBe(0);
});

// Golden bits: the root is part of every place in a ball.
it.each([
  [0.5, '3fe965fea53d6e3d'],
  [0.001, '3fb999999999999a'],
  [0.9999999701976776, '3feffffffaaaaaaa'],
])('golden bits of %d', (x, bits) => {
  const words = new BigUint64Array(Float64Array.of(cubeRoot(x)).buffer);
  expect(words[0].toString(16).padStart(16, '0')).toBe(bits);
});
