import { snapshot, type World } from '@skein/core';
import { applyDifference, snapshotDifference } from '@skein/core/internal';
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
    const trailer = this.#bytes.subarray(-8);
    this.fingerprint = Array.from(trailer, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  differenceTo(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    return snapshotDifference(this.#bytes, bytes) as Uint8Array<ArrayBuffer>;
  }

  /** @throws SnapshotError */
  apply(difference: Uint8Array): Uint8Array {
    return applyDifference(this.#bytes, difference);
  }
}
