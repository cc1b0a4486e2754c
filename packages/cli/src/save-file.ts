import { createHash, randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import * as nodeFs from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { CliError, fileError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import { leadsTo } from './leads-to.ts';

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
    try {
      await replace(target, bytes, mode, fs);
    } catch (error) {
      if (!isMissing(error)) throw error;
      // Another process took the temporary file for one that was left, as it cannot see this one.
      await replace(target, bytes, mode, fs);
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
    await fs.unlink(temporary).catch((error) => {
      if (!isMissing(error)) throw error;
    });
  } catch (error) {
    throw error instanceof CliError ? error : fileError('write', path, error);
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** The file that a path leads to, and the permissions of the one that is there. */
async function targetOf(
  path: string,
  fs: SavingFs,
): Promise<{ target: string; mode: number | undefined }> {
  const target = await leadsTo(path, fs);
  const status = await fs.stat(target).catch((error) => {
    if (!isMissing(error)) throw error;
  });
  if (status === undefined) return { target, mode: undefined };
  // To rename a file over a device would replace the device.
  if (!status.isFile()) {
    throw new CliError(EXIT.file, `cannot write ${path}: found no plain file, expected one`);
  }
  return { target, mode: status.mode & 0o777 };
}

/**
 * Where the number of a process means one process: a machine, of all that share the folder, and on Linux
 * one namespace of it, as a container has.
 */
const PLACE = digestOf(`${hostname()} ${processNamespace()}`);

function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return 'one';
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** What a temporary file adds to the name of its target is less than 50 bytes; file systems take 255, or 143. */
const MAX_NAME_BYTES = 90;

/** What the names of all temporary files of a target begin with. */
function beginOf(target: string): string {
  const name = basename(target);
  const bytes = Buffer.from(name);
  if (bytes.length <= MAX_NAME_BYTES) return `.${name}.`;
  // A character may be cut in two.
  const begin = bytes.toString('utf8', 0, MAX_NAME_BYTES - 12).replace(/\ufffd$/, '');
  return `.${begin}~${digestOf(name)}.`;
}

/** In the same folder, since only within a file system a file can be renamed; hidden, and never used twice. */
export function temporaryOf(target: string, pid = process.pid, place = PLACE): string {
  const unique = `${place}-${pid}-${randomBytes(6).toString('hex')}`;
  return join(dirname(target), `${beginOf(target)}${unique}.tmp`);
}

/** A temporary file is written in one go; one that is older than this nobody writes any more, ms. */
const MAX_AGE_MS = 86_400_000;

/** Deletes what processes that are gone have left of the same target. */
async function clearLeft(target: string, fs: SavingFs): Promise<void> {
  const folder = dirname(target);
  const begin = beginOf(target);
  // A folder that cannot be read may still be written.
  for (const name of await fs.readdir(folder).catch(() => [])) {
    if (!name.startsWith(begin)) continue;
    const match = /^([\da-f]{8})-(\d+)-[\da-f]{12}\.tmp$/.exec(name.slice(begin.length));
    if (match === null) continue;
    const path = join(folder, name);
    const isLeft = match[1] === PLACE && isGone(Number(match[2]));
    if (isLeft || (await isOld(path, fs))) await fs.unlink(path).catch(() => {});
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

/** Of a process elsewhere, or whose number has gone to another, the age alone says that it is gone. */
async function isOld(path: string, fs: SavingFs): Promise<boolean> {
  const status = await fs.stat(path).catch(() => undefined);
  return status !== undefined && Date.now() - status.mtimeMs > MAX_AGE_MS;
}

async function replace(
  target: string,
  bytes: Uint8Array,
  mode: number | undefined,
  fs: SavingFs,
): Promise<void> {
  const temporary = temporaryOf(target);
  await writeNew(temporary, bytes, mode, fs);
  try {
    await fs.rename(temporary, target);
  } catch (error) {
    await fs.unlink(temporary).catch(() => {});
    throw error;
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
