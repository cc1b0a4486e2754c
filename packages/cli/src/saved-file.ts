import { LIMITS, SnapshotError } from '@skein/core';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
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
    const reason = `${inputLabel(path)}: ${error.message}`;
    throw new CliError(EXIT.refused, reason, { cause: error });
  }
}
