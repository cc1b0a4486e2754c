import { createHash, randomBytes } from 'node:crypto';
import * as nodeFs from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { CliError, fileError } from './errors.ts';
import { EXIT } from './exit-codes.ts';

/** What saving needs of the file system; tests let each call fail. */
export type SavingFs = Pick<
  typeof nodeFs,
  'open' | 'readdir' | 'readlink' | 'realpath' | 'rename' | 'stat' | 'unlink'
>;

/**
 * Replaces a file so that it is the old one or the new one and whole at every moment, whatever ends the
 * process or the machine: written beside it under a name of its own, forced to the disk, renamed over it,
 * and the folder forced to the disk, too. A link leads to the file that is replaced. What a process that
 * was killed has left beside it is cleared away.
 *
 * Own lines, because write-file-atomic 8 does not force the folder to the disk: after a loss of power the
 * file may be the old one again, though a newer had been promised.
 *
 * @throws CliError when it cannot be written: then the old file is as it was, and nothing is left beside
 * it; but for the last step, when the new one is there and may not outlast a loss of power
 */
export async function saveFile(
  path: string,
  bytes: Uint8Array,
  fs: SavingFs = nodeFs,
): Promise<void> {
  try {
    const { target, mode } = await targetOf(path, fs);
    await clearLeft(target, fs);
    const temporary = temporaryOf(target);
    await writeNew(temporary, bytes, mode, fs);
    try {
      await fs.rename(temporary, target);
    } catch (error) {
      await fs.unlink(temporary).catch(() => {});
      throw error;
    }
    await syncFolder(dirname(target), fs);
  } catch (error) {
    throw error instanceof CliError ? error : fileError('write', path, error);
  }
}

/**
 * Makes sure that a file can be saved before anything is worth saving.
 *
 * @throws CliError as `saveFile` does
 */
export async function checkSavable(path: string, fs: SavingFs = nodeFs): Promise<void> {
  try {
    const { target, mode } = await targetOf(path, fs);
    const temporary = temporaryOf(target);
    await writeNew(temporary, new Uint8Array(), mode, fs);
    await fs.unlink(temporary);
  } catch (error) {
    throw error instanceof CliError ? error : fileError('write', path, error);
  }
}

/** The file that a path leads to, and the permissions of the one that is there. */
async function targetOf(
  path: string,
  fs: SavingFs,
): Promise<{ target: string; mode: number | undefined }> {
  try {
    const target = await fs.realpath(path);
    const status = await fs.stat(target);
    // To rename a file over a device would replace the device.
    if (!status.isFile()) {
      throw new CliError(EXIT.file, `cannot write ${path}: found no plain file, expected one`);
    }
    return { target, mode: status.mode & 0o777 };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const link = await fs.readlink(path).catch(() => undefined);
    if (link === undefined) return { target: path, mode: undefined };
    // It leads to a file that is not there yet.
    return await targetOf(resolve(await fs.realpath(dirname(path)), link), fs);
  }
}

/** On a folder that machines share, a number of a process means nothing to another one. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** In the same folder, since only within a file system a file can be renamed; hidden, and never used twice. */
export function temporaryOf(target: string, pid = process.pid): string {
  const unique = `${MACHINE}-${pid}-${randomBytes(6).toString('hex')}`;
  return join(dirname(target), `.${basename(target)}.${unique}.tmp`);
}

/** Deletes what processes of this machine that are gone have left of the same target. */
async function clearLeft(target: string, fs: SavingFs): Promise<void> {
  const folder = dirname(target);
  const before = `.${basename(target)}.${MACHINE}-`;
  // A folder that cannot be read may still be written.
  for (const name of await fs.readdir(folder).catch(() => [])) {
    if (!name.startsWith(before)) continue;
    const pid = /^(\d+)-[\da-f]{12}\.tmp$/.exec(name.slice(before.length))?.[1];
    if (pid !== undefined && isGone(Number(pid))) {
      await fs.unlink(join(folder, name)).catch(() => {});
    }
  }
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // It may be there, and of another user.
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

async function writeNew(
  path: string,
  bytes: Uint8Array,
  mode: number | undefined,
  fs: SavingFs,
): Promise<void> {
  const file = await fs.open(path, 'wx', mode);
  try {
    try {
      // Opening leaves out what a new file of this process may not have.
      if (mode !== undefined && ((await file.stat()).mode & 0o777) !== mode) await file.chmod(mode);
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await fs.unlink(path).catch(() => {});
    throw error;
  }
}

/** Makes a rename outlast a loss of power. Windows cannot, and does not need to. */
async function syncFolder(path: string, fs: SavingFs): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await fs.open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
