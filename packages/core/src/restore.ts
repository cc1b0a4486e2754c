import { type RestoreOptions, restore as restoreInner } from './snapshot/snapshot.ts';
import { publicWorld, type World } from './world/public-world.ts';

/**
 * Creates a world from a snapshot. The world continues with the same hashes, events and particles, with any number of
 * workers and either kernel. The whole file is read and checked before the world is created.
 *
 * @throws SnapshotError for a file that is incomplete, not in this format, or has impossible content
 * @throws WorldError for the same reasons as `createWorld`
 */
export function restore(bytes: Uint8Array, options: RestoreOptions = {}): World {
  return publicWorld(restoreInner(bytes, options));
}
