/**
 * Mixes a word into a 32-bit hash, and returns the new hash. `mixA` and `mixB` have different multipliers, so that both
 * together give a 64-bit hash.
 *
 * source: MurmurHash3_x86_32 by Austin Appleby
 */
export function mixA(hash: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51);
  k = (k << 15) | (k >>> 17);
  const h = hash ^ Math.imul(k, 0x1b873593);
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
}

export function mixB(hash: number, word: number): number {
  let k = Math.imul(word, 0x85ebca77);
  k = (k << 16) | (k >>> 16);
  const h = hash ^ Math.imul(k, 0xc2b2ae3d);
  return (Math.imul((h << 17) | (h >>> 15), 5) + 0x52dce729) | 0;
}

/** The last step of a hash: makes every bit depend on every other bit. */
export function finish(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}
