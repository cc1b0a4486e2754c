// The format of a snapshot in a message: the turn that begins with it (4 bytes, little-endian), then the bytes of
// `snapshot(world)`.
import { MAX_SNAPSHOT_BYTES } from './limits.mjs';
import { Refusal } from './refusal.mjs';

/** @typedef {{ turn: number, bytes: Uint8Array }} Kept a world at the start of a turn, before its commands */

/** @param {Kept} kept */
export function writeSnapshot({ turn, bytes }) {
  const frame = new Uint8Array(4 + bytes.length);
  new DataView(frame.buffer).setUint32(0, turn, true);
  frame.set(bytes, 4);
  return frame;
}

/**
 * @param {Uint8Array} frame
 * @returns {Kept}
 * @throws Refusal
 */
export function readSnapshot(frame) {
  if (frame.length < 5 || frame.length > 4 + MAX_SNAPSHOT_BYTES) {
    const expected = `a turn and a snapshot of at most ${MAX_SNAPSHOT_BYTES}`;
    throw new Refusal('$', `${frame.length} bytes`, expected);
  }
  const turn = new DataView(frame.buffer, frame.byteOffset).getUint32(0, true);
  return { turn, bytes: frame.slice(4) };
}
