import { describe, expect, it } from 'vitest';
import { randomInto, STREAM, signed, unit } from '../../src/math/random.ts';
import { chiSquareDeviation, correlationDeviation, histogram } from '../helpers/statistics.ts';

const out = new Uint32Array(4);
type Key = [seed: number, tick: number, id: number, stream: number];

function draw(key: Key, component = 0): number {
  randomInto(out, ...key);
  return unit(out[component]);
}

/** One number varies from draw to draw, the others stay fixed. */
const VARYING: [string, (n: number) => Key][] = [
  ['seeds', (n) => [n, 7, 11, STREAM.fire]],
  ['ticks', (n) => [1, n, 11, STREAM.laws]],
  ['ids', (n) => [1, 0, n, STREAM.spawnPosition]],
  ['ids of seed 0', (n) => [0, 0, n, STREAM.orca]],
  ['ids, last seed', (n) => [0xffffffff, 0x3fffffff, n, STREAM.avoidance]],
  ['streams', (n) => [1, 7, 11, n]],
];

describe.each(VARYING)('neighboring %s', (_, keyOf) => {
  it.each([0, 1, 2, 3])('draw uniform numbers, component %i', (component) => {
    const counts = histogram(256, 65_536, (n) => draw(keyOf(n), component));
    expect(Math.abs(chiSquareDeviation(counts))).toBeLessThan(5);
  });

  it.each([0, 1, 2, 3])('draw independent numbers, component %i', (component) => {
    const pairs = histogram(64 * 64, 100_000, (n) => {
      const first = Math.floor(64 * draw(keyOf(n), component));
      const second = Math.floor(64 * draw(keyOf(n + 1), component));
      return (first * 64 + second) / 4096;
    });
    expect(Math.abs(chiSquareDeviation(pairs))).toBeLessThan(5);
  });

  it('draw four numbers that are independent of each other', () => {
    const cells = histogram(8 ** 4, 100_000, (n) => {
      randomInto(out, ...keyOf(n));
      return out.reduce((sum, bits) => sum * 8 + Math.floor(8 * unit(bits)), 0) / 8 ** 4;
    });
    expect(Math.abs(chiSquareDeviation(cells))).toBeLessThan(5);
  });
});

it('two seeds, ticks or streams draw unrelated numbers for the same ids', () => {
  const series = (seed: number, tick: number, stream: number): number[] =>
    Array.from({ length: 20_000 }, (_, id) => draw([seed, tick, id, stream]));
  const base = series(1, 100, STREAM.laws);
  for (const other of [
    series(2, 100, STREAM.laws),
    series(1, 101, STREAM.laws),
    series(1, 100, STREAM.laws + 1),
    series(1, 100, STREAM.laws + 0x100),
    series(1, 100, STREAM.avoidance),
  ]) {
    expect(Math.abs(correlationDeviation(base, other))).toBeLessThan(4);
    expect(base.filter((value, id) => value === other[id]).length).toBeLessThan(3);
  }
});

it('the streams of two uses do not overlap', () => {
  const starts = Object.values(STREAM).sort((a, b) => a - b);
  // The widest use is wander: 64 behaviors, 0x100 streams each.
  for (let k = 1; k < starts.length; k++) {
    expect(starts[k] - starts[k - 1]).toBeGreaterThanOrEqual(64 * 0x100);
  }
});

// Any other number here changes every run of every scenario.
it.each([
  [[0, 0, 0, 0], '0f02f829 2d568769 32b0c43b d32548ea'],
  [[1, 2, 3, 4], '3622cd16 f11471d8 e1109b3f 02b94c2f'],
  [[0xffffffff, 0x3fffffff, 4_194_303, 0x70000], '4fb993b3 daedca0e 4b5018ff 6d38ca9a'],
] as [Key, string][])('golden numbers of %j', (key, expected) => {
  randomInto(out, ...key);
  expect(Array.from(out, (bits) => bits.toString(16).padStart(8, '0')).join(' ')).toBe(expected);
});

it('a draw does not depend on the draws before it', () => {
  const key: Key = [3, 1, 4, STREAM.laws];
  const first = draw(key);
  for (let n = 0; n < 10; n++) draw([n, n, n, n]);
  expect(draw(key)).toBe(first);
});

it('unit goes from 0 to below 1, signed from -1 to below 1, both exact in f32', () => {
  expect(unit(0)).toBe(0);
  expect(unit(0xffffffff)).toBe(1 - 2 ** -24);
  expect(signed(0)).toBe(-1);
  expect(signed(0x80000000)).toBe(0);
  expect(signed(0xffffffff)).toBe(1 - 2 ** -23);
  for (const bits of [0x12345678, 0x9abcdef0, 0xffffffff]) {
    expect(Math.fround(unit(bits))).toBe(unit(bits));
    expect(Math.fround(signed(bits))).toBe(signed(bits));
  }
});

/** pcg4d as Jarzynski and Olano print it, in exact integers. */
function pcg4d(key: Key): string {
  const mask = 0xffffffffn;
  const v = key.map((value) => (BigInt(value) * 1664525n + 1013904223n) & mask);
  const round = (): void => {
    v[0] = (v[0] + v[1] * v[3]) & mask;
    v[1] = (v[1] + v[2] * v[0]) & mask;
    v[2] = (v[2] + v[0] * v[1]) & mask;
    v[3] = (v[3] + v[1] * v[2]) & mask;
  };
  round();
  for (let k = 0; k < 4; k++) v[k] ^= v[k] >> 16n;
  round();
  return v.join();
}

it('random numbers are those of pcg4d in the paper', () => {
  for (let n = 0; n < 1000; n++) {
    const key: Key = [n * 0x9e3779b1, n * 0x85ebca77, n * 77, n * 0x10001].map(
      (value) => value >>> 0,
    ) as Key;
    randomInto(out, ...key);
    expect(out.join()).toBe(pcg4d(key));
  }
});
