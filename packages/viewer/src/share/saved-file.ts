import { readReplay, restore, type Scenario } from '@skein/core';
import type { SavedKind } from '@skein/core/describe';
import { keepMoment } from '@skein/core/internal';
import type { Choices } from '../address.ts';

/** What a file contains: a scenario and, if the file is a snapshot or a replay, a run of that scenario. */
export type FromFile = Pick<Choices, 'history' | 'from' | 'at'> & { readonly file: Scenario };

/**
 * Reads a snapshot or a replay.
 *
 * @throws SnapshotError when the file is incomplete; Error when it lacks early commands
 */
export function readSaved(bytes: Uint8Array, kind: SavedKind): FromFile {
  if (kind === 'replay') {
    const { scenario, log, logSince, hashes } = readReplay(bytes);
    checkWhole(logSince);
    return { file: scenario, history: log, at: hashes.at(-1) };
  }
  const world = restore(bytes);
  checkWhole(world.logSince);
  const from = { moment: keepMoment(world), hits: 0, orbits: 0 };
  return { file: world.scenario, history: world.log, from, at: { tick: world.tick } };
}

/** Refuses a run that could not be shown from its start. */
function checkWhole(logSince: number): void {
  if (logSince === 0) return;
  throw new Error(
    `The file lacks the commands before tick ${logSince}, so the page cannot go back in the run. Save it with all of them: snapshot(world, { logSince: 0 }).`,
  );
}
