import { open } from 'node:fs/promises';
import { restore, SnapshotError, snapshot, type World } from '@skein/core';
import { SAVED_HEAD_BYTES, type SavedKind, savedKind } from '@skein/core/describe';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import { saveFile } from './save-file.ts';
import { inputLabel, readSavedBytes, TextRefusal } from './text-file.ts';

/**
 * Reads a file of the given kind, a snapshot or a replay. Passes the bytes of the file to `read`, and returns the
 * result of `read`. The path "-" stands for standard input.
 *
 * @throws CliError when the file cannot be read or is invalid
 */
export async function readSaved<T>(
  path: string,
  kind: SavedKind,
  read: (bytes: Uint8Array) => T,
): Promise<T> {
  try {
    return read(await readSavedBytes(path, kind));
  } catch (error) {
    if (!(error instanceof SnapshotError || error instanceof TextRefusal)) throw error;
    const reason = `${inputLabel(path)}: ${diagnosisOf(error)}${error.message}${adviceFor(path, error)}`;
    throw new CliError(EXIT.refused, reason, { cause: error });
  }
}

/**
 * Describes a file that is about to be replaced by a file of `kind`; undefined if the old file is of the same kind or
 * empty.
 */
export async function otherKind(path: string, kind: SavedKind): Promise<string | undefined> {
  try {
    await using file = await open(path, 'r');
    const { buffer, bytesRead } = await file.read({ buffer: new Uint8Array(SAVED_HEAD_BYTES) });
    const found = savedKind(buffer);
    if (bytesRead === 0 || found === kind) return undefined;
    return found === undefined ? 'neither a snapshot nor a replay' : `a ${found}`;
  } catch {
    // The file does not exist, or it can be replaced but not read.
    return undefined;
  }
}

/** Explains what probably happened to a file whose checksum or length is wrong. */
function diagnosisOf(error: SnapshotError | TextRefusal): string {
  if (error instanceof TextRefusal) return '';
  const { code, section } = error;
  // After the header, the length of the whole file is already known to be right.
  if (code === 'SNAPSHOT_LENGTH' && section === 'header') {
    return 'the file was cut off, or something was added: ';
  }
  const isDamaged = code === 'SNAPSHOT_CORRUPT' || code === 'SNAPSHOT_LENGTH';
  return isDamaged ? 'the file is damaged: ' : '';
}

/** Suggests the right command for a file of another kind. */
function adviceFor(path: string, { found }: SnapshotError | TextRefusal): string {
  const command = {
    'a snapshot': `run --resume ${path}`,
    'a replay': `replay ${path}`,
    'a text that begins with {': `run ${path} for a scenario`,
  }[found];
  return command === undefined ? '' : ` Use skein ${command}.`;
}

/**
 * Replaces a file with a snapshot.
 *
 * @throws CliError when the snapshot cannot be written; the message names the tick and what the file still contains
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

/**
 * Says what a file contains after a failed save. Reads the file, because a save may fail in its last step, when the new
 * file is already in place.
 */
async function heldBy(path: string): Promise<string> {
  try {
    const { tick } = await readSaved(path, 'snapshot', (bytes) => restore(bytes));
    return `the file holds the snapshot of tick ${tick}, whole`;
  } catch {
    return 'no older snapshot can be read there';
  }
}
