import { describe, expect, it, vi } from 'vitest';
import { runsOf, seedOf } from '../../core/test/helpers/runs.ts';
import { arithmetic, LAYERS, type Layer } from '../src/arithmetic.ts';
import { hardOperands } from '../src/operands.ts';
import { chooseLayer, tryShapes } from '../src/self-test.ts';
import { openDevice } from './helpers/open-device.ts';

const device = await openDevice();
const layer = device && (await chooseLayer(device));

/** Returns the first difference of each shape that differs. */
async function differences(text: string, triples = runsOf(50_000)): Promise<string[]> {
  const reports = await tryShapes(device!, text, hardOperands(triples, seedOf(7)));
  return reports.flatMap(({ difference }) => difference ?? []);
}

describe.skipIf(device === undefined)('arithmetic', () => {
  for (const one of LAYERS) {
    // An adapter that flushes subnormal numbers computes `fma` inexactly.
    it.skipIf(LAYERS.indexOf(one) < LAYERS.indexOf(layer as Layer))(
      `is exact, ${one}`,
      async () => {
        expect(await differences(arithmetic(one))).toEqual([]);
      },
    );
  }

  it('is exact where no number is subnormal, fma', async () => {
    const usual = hardOperands(50_000, seedOf(8)).map((word) => {
      const exponent = (word >>> 23) & 255;
      if (exponent === 255 || (word & 0x7fffffff) === 0) return word;
      return (word & 0x807fffff) | ((100 + (exponent % 50)) << 23);
    });
    const reports = await tryShapes(device!, arithmetic('fma'), usual);
    const wrong = reports.filter(({ differences }) => differences > 0);
    // Mesa takes x + 0 for x and 0 - x for -x, which is wrong for 0.
    const known = layer === 'fma' ? [] : ['1e-40 + x', 'x + 0', 'x * 0', '0 - x'];
    expect(known).toEqual(expect.arrayContaining(wrong.map(({ shape }) => shape.name)));
  });

  it.each(['flush', 'flag'] as const)(
    'leaves no usual numbers to the soft layer, %s',
    async (one) => {
      const usual = Uint32Array.from({ length: 3000 }, (_, k) => 0x3f800000 + 9973 * k);
      const reports = await tryShapes(device!, arithmetic(one), usual);
      const left = reports.filter(({ flagged }) => flagged > 0).map(({ shape }) => shape.name);
      expect(left).toEqual(one === 'flush' ? ['1e-40 + x'] : []);
    },
  );

  it.each([
    ['rounds ties up', 'soft', '3u + ((significand >> 3u) & 1u)', '4u'],
    ['takes subnormal numbers for 0', 'soft', 'select(HIDDEN, 0u, x < HIDDEN)', 'HIDDEN'],
    ['is sure of every sum', 'flag', 'fBad = fBad |', '_ ='],
    ['takes tiny products for exact', 'flush', '(abs(product) < 0x1p-100f)', 'false'],
    ['reads subnormal numbers', 'flush', '((bits & MAGNITUDE) - 1u < FRACTION)', 'false'],
    ['divides without a rest', 'flag', 'select(0u, 1u, 2u * q.y > n)', '0u'],
  ] as const)('finds out arithmetic that %s', async (_what, one, from, to) => {
    const text = arithmetic(one);
    expect(text).toContain(from);
    expect(await differences(text.replaceAll(from, to), 13_000)).not.toEqual([]);
  });
});

describe.skipIf(device === undefined)('chooseLayer', () => {
  it('refuses an adapter that computes integers wrongly, and names it and the operation', async () => {
    const read = device!.read.bind(device);
    const wrong = vi.spyOn(device!, 'read');
    wrong.mockImplementation(async (buffer) => (await read(buffer)).map((word) => word ^ 1));
    await expect(chooseLayer(device!)).rejects.toMatchObject({
      code: 'GPU_INEXACT',
      message: expect.stringMatching(/^The adapter .* does not compute exactly\. x of 0x/),
    });
    wrong.mockRestore();
  });
});
