import { randomBytes } from 'node:crypto';
import * as nodeFs from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { asFileError } from './file-error.ts';

/** What replacing a file needs of the file system; tests let each call fail. */
export type ReplacingFs = Pick<typeof nodeFs, 'open' | 'readdir' | 'rename' | 'unlink'>;

/**
 * Replaces a file so that it is the old one or the new one and whole at every moment, whatever ends the
 * process or the machine: written beside it, forced to the disk, renamed over it, and the folder forced to the
 * disk, too.
 *
 * @throws FileError when it cannot be written: then the old file is as it was, and nothing is left beside it
 */
export async function replaceFile(
  path: string,
  bytes: Uint8Array | string,
  fs: ReplacingFs = nodeFs,
): Promise<void> {
  const temporary = join(
    dirname(path),
    `${temporaryBegin(path)}${randomBytes(6).toString('hex')}.tmp`,
  );
  try {
    try {
      const file = await fs.open(temporary, 'wx');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await fs.rename(temporary, path);
    } catch (error) {
      await fs.unlink(temporary).catch(() => {});
      throw error;
    }
    await syncFolder(dirname(path), fs);
  } catch (error) {
    throw asFileError('write', path, error);
  }
}

/** Deletes what processes that were killed have left beside a file that nobody writes any more. */
export async function clearTemporaries(path: string, fs: ReplacingFs = nodeFs): Promise<void> {
  const begin = temporaryBegin(path);
  for (const name of await fs.readdir(dirname(path)).catch(() => [])) {
    if (!name.startsWith(begin) || !name.endsWith('.tmp')) continue;
    await fs.unlink(join(dirname(path), name)).catch(() => {});
  }
}

/** A temporary file is written in one go; one that is older than this nobody writes any more (ms). */
const MAX_AGE_MS = 86_400_000;

/** Deletes old temporary files of a folder, whatever they were for. */
export async function clearOldTemporaries(folder: string): Promise<void> {
  for (const name of await nodeFs.readdir(folder).catch(() => [])) {
    if (!name.startsWith('.') || !name.endsWith('.tmp')) continue;
    const path = join(folder, name);
    const status = await nodeFs.stat(path).catch(() => undefined);
    const isOld = status !== undefined && Date.now() - status.mtimeMs > MAX_AGE_MS;
    if (isOld) await nodeFs.unlink(path).catch(() => {});
  }
}

function temporaryBegin(path: string): string {
  return `.${basename(path)}.`;
}

/** Makes new names in a folder outlast a loss of power. Windows cannot, and does not need to. */
export async function syncFolder(
  path: string,
  fs: Pick<ReplacingFs, 'open'> = nodeFs,
): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await fs.open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
