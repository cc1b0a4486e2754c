import { describe, expect, it } from 'vitest';
import { glyphOf, SIDE } from '../../src/threads/hash-glyph.ts';

const HASH = '0d8f3c2b9a417e56';

/** The hash with one of its 64 bits flipped. */
function flipped(hash: string, bit: number): string {
  return (BigInt(`0x${hash}`) ^ (1n << BigInt(bit))).toString(16).padStart(16, '0');
}

describe('the picture of a hash', () => {
  it('is the same for the same hash', () => {
    expect(glyphOf(HASH)).toEqual(glyphOf(HASH));
  });

  it('differs in its cells for each flipped bit of the hash, also if all other bits are 0', () => {
    for (const hash of [HASH, '0000000000000000', 'ffffffffffffffff']) {
      const pictures = new Set([String(glyphOf(hash).cells)]);
      for (let bit = 0; bit < 64; bit++) pictures.add(String(glyphOf(flipped(hash, bit)).cells));
      expect(pictures.size).toBe(65);
    }
  });

  it('is a square of four kinds of cells that mirrors itself', () => {
    const { cells, hues } = glyphOf(HASH);
    expect(cells).toHaveLength(SIDE * SIDE);
    for (let row = 0; row < SIDE; row++) {
      const line = cells.slice(row * SIDE, (row + 1) * SIDE);
      expect(line).toEqual([...line].reverse());
    }
    expect(new Set(cells)).toEqual(new Set([0, 1, 2, 3]));
    expect(hues).toHaveLength(4);
  });
});
