import { describe, expect, it } from 'vitest';
import { arctangent, cosine, sine } from '../../src/math/trigonometry.ts';
import { randomOf } from '../helpers/random-of.ts';

// Math.sin is not in core because engines differ in its last bits; as an oracle it is good enough.

const ANGLES = [
  ...Array.from({ length: 20_001 }, (_, k) => ((k - 10_000) / 10_000) * 13),
  ...Array.from({ length: 33 }, (_, k) => ((k - 16) * Math.PI) / 4),
  ...Array.from(
    { length: 20_000 },
    (
      (random) => () =>
        (random() - 0.5) * 2000
    )(randomOf(6)),
  ),
  ...[1e-300, -1e-9, 0, 2 * Math.PI - 1e-12],
];

describe.each([
  ['sine', sine, Math.sin],
  ['cosine', cosine, Math.cos],
] as const)('%s', (_, own, engine) => {
  it('is right to 1e-12 from -1000 to 1000 rad, quadrant borders too, seed 6', () => {
    const worst = Math.max(...ANGLES.map((angle) => Math.abs(own(angle) - engine(angle))));
    expect(worst).toBeLessThan(1e-12);
  });

  it('never leaves [-1, 1] by more than one rounding', () => {
    for (const angle of ANGLES) expect(Math.abs(own(angle))).toBeLessThanOrEqual(1 + 2 ** -52);
  });
});

it('sine and cosine are exact at the corners: sine(0) is 0, cosine(0) is 1', () => {
  expect(sine(0)).toBe(0);
  expect(cosine(0)).toBe(1);
  expect(sine(Math.PI / 2)).toBe(1);
});

// Golden bits: the polynomial is part of every Fire.
it.each([
  [1, '3feaed548f090cee', '3fe14a280fb5068b'],
  [-2.5, 'bfe326af0dcfcaaf', 'bfe9a2f7ef858b7e'],
  [5.969026041820607, 'bfd3c6ef372fe94f', '3fee6f0e134454ff'],
])('golden bits of %d rad', (angle, sineBits, cosineBits) => {
  expect([hex(sine(angle)), hex(cosine(angle))]).toEqual([sineBits, cosineBits]);
});

function hex(value: number): string {
  return new BigUint64Array(Float64Array.of(value).buffer)[0].toString(16).padStart(16, '0');
}

describe('arctangent', () => {
  const random = randomOf(11);
  const points = [
    ...Array.from({ length: 4001 }, (_, k) => {
      const angle = ((k - 2000) / 2000) * Math.PI;
      return [Math.sin(angle), Math.cos(angle)];
    }),
    ...Array.from({ length: 4000 }, () => {
      // All sizes of both, from 1e-9 to 1e9.
      const size = (): number => (random() - 0.5) * 10 ** (18 * random() - 9);
      return [size(), size()];
    }),
    ...[-3, 0, 3].flatMap((y) => [-3, 0, 3].map((x) => [y, x])),
  ];

  it('is right to 1e-12 in all quadrants, at their borders and at any size, seed 11', () => {
    const worst = Math.max(
      ...points.map(([y, x]) => Math.abs(arctangent(y, x) - Math.atan2(y, x))),
    );
    expect(worst).toBeLessThan(1e-12);
  });

  it('undoes sine and cosine', () => {
    for (let angle = -3.1; angle < 3.1; angle += 0.01) {
      expect(Math.abs(arctangent(sine(angle), cosine(angle)) - angle)).toBeLessThan(1e-12);
    }
  });
});
