import { expect, it } from 'vitest';
import { crc32c, hashBytes } from '../../src/snapshot/checksum.ts';
import { randomOf } from '../helpers/random-of.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** RFC 3720, appendix B.4, and the check value of the CRC catalogue. */
it.each([
  ['nothing', new Uint8Array(), 0],
  ['"123456789"', bytesOf('123456789'), 0xe3069283],
  ['32 zeros', new Uint8Array(32), 0x8a9136aa],
  ['32 ones', new Uint8Array(32).fill(255), 0x62a8ab43],
  ['0 to 31', Uint8Array.from({ length: 32 }, (_, k) => k), 0x46dd794e],
])('the CRC-32C of %s is the published one', (_, bytes, expected) => {
  expect(crc32c(bytes)).toBe(expected);
});

it('the CRC of two pieces is that of the whole, at every length and cut, seed 3', () => {
  const random = randomOf(3);
  const bytes = Uint8Array.from({ length: 37 }, () => 256 * random());
  for (let length = 0; length <= bytes.length; length++) {
    for (let cut = 0; cut <= length; cut++) {
      const first = crc32c(bytes.subarray(0, cut));
      expect(crc32c(bytes.subarray(cut, length), first)).toBe(crc32c(bytes.subarray(0, length)));
    }
  }
});

it('the hash differs in both halves for every flipped bit and every length', () => {
  const bytes = Uint8Array.from({ length: 21 }, (_, k) => k);
  const seen = new Set<string>();
  const halves: [Set<number>, Set<number>] = [new Set(), new Set()];
  const add = (some: Uint8Array): void => {
    const [low, high] = hashBytes(some);
    seen.add(`${low} ${high}`);
    halves[0].add(low);
    halves[1].add(high);
  };
  for (let length = 0; length <= bytes.length; length++) add(bytes.subarray(0, length));
  for (let bit = 0; bit < 8 * bytes.length; bit++) {
    const flipped = bytes.slice();
    flipped[bit >>> 3] ^= 1 << (bit & 7);
    add(flipped);
  }
  expect([seen.size, halves[0].size, halves[1].size]).toEqual([190, 190, 190]);
});
