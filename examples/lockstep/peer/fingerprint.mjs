import { snapshot } from '@skein/core';

/** @import { World } from '@skein/core' */

/**
 * Returns the hash at the end of a snapshot. It is equal for two worlds at tick 0 if their scenario, seed and laws are
 * equal to the bit.
 *
 * @param {World} world
 */
export function fingerprint(world) {
  const trailer = snapshot(world).subarray(-8);
  return Array.from(trailer, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
