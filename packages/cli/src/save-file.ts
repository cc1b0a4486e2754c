import { checkReplaceable, type ReplacingFs, replaceFile } from '@skein/sweep/files';
import { fileError } from './errors.ts';

/**
 * Replaces a file so that it is the old one or the new one and whole at every moment, whatever ends the
 * process or the machine. A link leads to the file that is replaced.
 *
 * @throws CliError when it cannot be written: then the old file is as it was, and nothing is left beside
 * it; but for the last step, when the new one is there and may not outlast a loss of power
 */
export async function saveFile(path: string, bytes: Uint8Array, fs?: ReplacingFs): Promise<void> {
  try {
    await replaceFile(path, bytes, fs);
  } catch (error) {
    throw fileError('write', path, error);
  }
}

/**
 * Makes sure that a file can be saved before anything is worth saving.
 *
 * @throws CliError as `saveFile` does
 */
export async function checkSavable(path: string, fs?: ReplacingFs): Promise<void> {
  try {
    await checkReplaceable(path, fs);
  } catch (error) {
    throw fileError('write', path, error);
  }
}
