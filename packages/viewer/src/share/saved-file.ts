import { readReplay, restore, type Scenario } from '@skein/core';
import type { SavedKind } from '@skein/core/describe';
import { keepMoment } from '@skein/core/internal';
import type { Choices } from '../address.ts';

/** What a file contains: a scenario and, if the file is a snapshot or a replay, a run of that scenario. */
export type FromFile = Pick<Choices, 'history' | 'from' | 'at'> & { readonly file: Scenario };

/**
 * Reads a snapshot or a replay.
 *
 * @throws SnapshotError when the file is incomplete
 */
export function readSaved(bytes: Uint8Array, kind: SavedKind): FromFile {
  if (kind === 'replay') {
    const { scenario, log, hashes } = readReplay(bytes);
    return { file: scenario, history: log, at: hashes.at(-1) };
  }
  const world = restore(bytes);
  const from = { moment: keepMoment(world), hits: 0, orbits: 0 };
  return { file: world.scenario, history: world.log, from, at: { tick: world.tick } };
}
