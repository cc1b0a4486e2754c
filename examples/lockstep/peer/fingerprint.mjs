import { snapshot } from '@skein/core';

/** @import { World } from '@skein/core' */

/**
 * The same for two worlds at tick 0 whose scenario, seed and laws are the same to the bit: the hash with which a
 * snapshot ends.
 *
 * @param {World} world
 */
export function fingerprint(world) {
  const trailer = snapshot(world).subarray(-8);
  return Array.from(trailer, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
