import { snapshot, type World } from '@skein/core';
import { applyDifference, snapshotDifference } from '@skein/core/internal';
import { deflateSync, Inflate } from 'fflate';
import { hexOf } from './hex.ts';
import { MAX_UNPACKED_BYTES } from './limits.ts';
import { RoomError } from './room-error.ts';

/** The world at tick 0, which all sides have. Snapshots are sent as what differs from it. */
export class Base {
  readonly #bytes: Uint8Array;
  /** The hash of its snapshot. It is equal only if scenario, seed, laws and state are. */
  readonly fingerprint: string;

  /** @throws RoomError ROOM_OPTION if the world is not at tick 0 */
  constructor(world: World) {
    if (world.tick !== 0)
      throw new RoomError('ROOM_OPTION', 'world', `tick ${world.tick}`, 'tick 0');
    this.#bytes = snapshot(world);
    this.fingerprint = hexOf(this.#bytes.subarray(-8));
  }

  /** Returns how a snapshot differs from the world at tick 0, packed. */
  pack(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    return deflateSync(snapshotDifference(this.#bytes, bytes)) as Uint8Array<ArrayBuffer>;
  }

  /**
   * The inverse of `pack`.
   *
   * @throws RoomError ROOM_MESSAGE, SnapshotError
   */
  unpack(packed: Uint8Array): Uint8Array {
    return applyDifference(this.#bytes, unpacked(packed));
  }
}

/** Unpacks piece by piece, so that a small message cannot ask for all memory. */
function unpacked(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const most = Math.min(MAX_UNPACKED_BYTES, 1000 * bytes.length + 0x1_0000);
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    const inflate = new Inflate((piece) => {
      length += piece.length;
      if (length > most) throw new Error(`more than ${most} bytes`);
      pieces.push(piece);
    });
    for (let at = 0; at < bytes.length; at += 0x1_0000) {
      inflate.push(bytes.subarray(at, at + 0x1_0000), at + 0x1_0000 >= bytes.length);
    }
  } catch (error) {
    throw new RoomError('ROOM_MESSAGE', 'Snapshot', (error as Error).message, 'packed bytes');
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
