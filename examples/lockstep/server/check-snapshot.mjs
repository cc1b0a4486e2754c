import { createWorld, restore, SkeinError, stateHash } from '@skein/core';
import { fingerprint } from '../peer/fingerprint.mjs';
import { Refusal } from '../protocol/refusal.mjs';

/**
 * Restores a snapshot of a peer, and compares it with what the session agrees on. A wrong one would lead every peer that
 * joins late into another world.
 *
 * @param {Uint8Array} bytes
 * @param {{ tick: number, hash: string, scenario: string }} expected the tick, the hash of the state, and the
 * fingerprint of the world at tick 0
 * @throws Refusal
 */
export function checkSnapshot(bytes, expected) {
  const world = restored(bytes);
  compare('tick', world.tick, expected.tick);
  compare('hash', stateHash(world), expected.hash);
  compare('scenario', fingerprint(createWorld(world.scenario)), expected.scenario);
  const ahead = world.log.find(({ tick }) => tick >= world.tick);
  if (ahead !== undefined) {
    throw refusal('log', `a command of tick ${ahead.tick}`, `none from tick ${world.tick} on`);
  }
}

/** @param {Uint8Array} bytes */
function restored(bytes) {
  try {
    return restore(bytes);
  } catch (error) {
    if (!(error instanceof SkeinError)) throw error;
    throw refusal('bytes', error.message, 'a snapshot of this version');
  }
}

/** @param {string} what @param {string | number} found @param {string | number} expected */
function compare(what, found, expected) {
  if (found !== expected) throw refusal(what, `${found}`, `${expected}`);
}

/** @param {string} what @param {string} found @param {string} expected */
function refusal(what, found, expected) {
  return new Refusal(`snapshot, ${what}`, found.slice(0, 300), expected);
}
