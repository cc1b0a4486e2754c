import { checkReplaceable, type ReplacingFs, replaceFile } from '@skein/sweep/files';
import { fileError } from './errors.ts';

/**
 * Replaces a file atomically. At every moment the file is the whole old file or the whole new file, even if the process
 * or the machine stops. If the path is a link, its target is replaced.
 *
 * @throws CliError when the file cannot be written. The old file is then unchanged, and no temporary file is left. If
 * only the folder cannot be synced, the new file is in place but may not survive a loss of power.
 */
export async function saveFile(path: string, bytes: Uint8Array, fs?: ReplacingFs): Promise<void> {
  try {
    await replaceFile(path, bytes, fs);
  } catch (error) {
    throw fileError('write', path, error);
  }
}

/**
 * Checks, before a long run begins, that a file can be saved.
 *
 * @throws CliError in the same cases as `saveFile`
 */
export async function checkSavable(path: string, fs?: ReplacingFs): Promise<void> {
  try {
    await checkReplaceable(path, fs);
  } catch (error) {
    throw fileError('write', path, error);
  }
}
