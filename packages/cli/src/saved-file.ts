import { LIMITS, restore, SnapshotError, snapshot, type World } from '@skein/core';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import { saveFile } from './save-file.ts';
import { inputLabel, readBytes, TextRefusal } from './text-file.ts';

/**
 * Reads a snapshot or a replay and makes of it what `read` makes; "-" is standard input.
 *
 * @throws CliError when it cannot be read, and when it is refused
 */
export async function readSaved<T>(path: string, read: (bytes: Uint8Array) => T): Promise<T> {
  try {
    // No world is larger, and what is kept of one is less than it.
    return read(await readBytes(path, LIMITS.bytes));
  } catch (error) {
    if (!(error instanceof SnapshotError || error instanceof TextRefusal)) throw error;
    const reason = `${inputLabel(path)}: ${diagnosisOf(error)}${error.message}${adviceFor(path, error)}`;
    throw new CliError(EXIT.refused, reason, { cause: error });
  }
}

/** What has happened to a file whose checks do not fit. */
function diagnosisOf(error: SnapshotError | TextRefusal): string {
  if (error instanceof TextRefusal) return '';
  if (error.code === 'SNAPSHOT_CORRUPT') return 'the file is damaged: ';
  if (error.code === 'SNAPSHOT_LENGTH') return 'the file was cut off, or something was added: ';
  return '';
}

/** What to do with a file of another kind. */
function adviceFor(path: string, { found }: SnapshotError | TextRefusal): string {
  const command = {
    'a snapshot': `run --resume ${path}`,
    'a replay': `replay ${path}`,
    'a text that begins with {': `run ${path} for a scenario`,
  }[found];
  return command === undefined ? '' : ` Use skein ${command}.`;
}

/**
 * Replaces a file by a snapshot.
 *
 * @throws CliError when it cannot be written, which says at which tick and what the file still holds
 */
export async function saveSnapshot(path: string, world: World): Promise<void> {
  try {
    await saveFile(path, snapshot(world));
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const reason = `tick ${world.tick}: ${error.message}; ${await heldBy(path)}`;
    throw new CliError(error.exitCode, reason, { cause: error });
  }
}

/** Looked up, since the last step of a save may have failed with the new file in place. */
async function heldBy(path: string): Promise<string> {
  try {
    const { tick } = await readSaved(path, (bytes) => restore(bytes));
    return `the file holds the snapshot of tick ${tick}, whole`;
  } catch {
    return 'no older snapshot can be read there';
  }
}
