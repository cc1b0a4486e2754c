import { createHash, randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import * as nodeFs from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { leadsTo } from './leads-to.ts';

/** The functions of the file system that are used to replace a file. Tests make each of these functions fail. */
export type ReplacingFs = Pick<
  typeof nodeFs,
  'open' | 'readdir' | 'readlink' | 'realpath' | 'rename' | 'stat' | 'unlink'
>;

/**
 * Replaces a file, or creates it, atomically. The new file is written next to the target under a temporary name. It is
 * synced to disk and renamed over the target. Then the folder is synced too. The target is always the whole old
 * file or the whole new file, even if the process or the machine stops.
 *
 * We do not use write-file-atomic 8 because it does not sync the folder. After a loss of power, the old file might come
 * back although the new file was reported as saved.
 *
 * All methods throw the errors of the file system. After an error, no temporary file is left.
 */
export class Replacement {
  readonly #fs: ReplacingFs;
  readonly #target: string;
  readonly #temporary: string;
  /** The open temporary file; undefined after it is closed. */
  #file: nodeFs.FileHandle | undefined;

  private constructor(fs: ReplacingFs, target: string, temporary: string, file: nodeFs.FileHandle) {
    this.#fs = fs;
    this.#target = target;
    this.#temporary = temporary;
    this.#file = file;
  }

  /**
   * Creates an empty temporary file, so that a path that cannot be written is refused at once. If the path is a link,
   * the target of the link will be replaced. Deletes temporary files of processes that were killed.
   */
  static async open(path: string, fs: ReplacingFs = nodeFs): Promise<Replacement> {
    const place = await placeOf(path, fs);
    await clearLeft(place.target, fs);
    return await Replacement.begin(place, fs);
  }

  /** Creates the temporary file for a target whose path is already resolved. */
  static async begin({ target, mode }: Place, fs: ReplacingFs): Promise<Replacement> {
    const temporary = temporaryOf(target);
    const file = await fs.open(temporary, 'wx', mode);
    const replacement = new Replacement(fs, target, temporary, file);
    await replacement.#orAbandon(async () => {
      // The umask of the process may have removed permissions of the old file.
      if (mode !== undefined && ((await file.stat()).mode & 0o777) !== mode) await file.chmod(mode);
    });
    return replacement;
  }

  /** Appends bytes. */
  async write(bytes: Uint8Array): Promise<void> {
    await this.#orAbandon(() => this.#open().writeFile(bytes));
  }

  /**
   * Moves the finished file to its path. Then syncs the folder. If only this sync fails, the file is in place, but may
   * not survive a loss of power.
   */
  async commit(): Promise<void> {
    await this.#orAbandon(async () => {
      await this.#open().sync();
      await this.#close();
      await this.#fs.rename(this.#temporary, this.#target);
    });
    await syncFolder(dirname(this.#target), this.#fs);
  }

  /** Deletes the temporary file and leaves the old file unchanged. */
  async abandon(): Promise<void> {
    await this.#close().catch(() => {});
    await this.#fs.unlink(this.#temporary).catch(() => {});
  }

  async #orAbandon(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      await this.abandon();
      throw error;
    }
  }

  #open(): nodeFs.FileHandle {
    if (this.#file === undefined) throw new Error('found a closed file');
    return this.#file;
  }

  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }
}

/** Replaces the contents of a file. Throws the same errors as `Replacement`. */
export async function replaceFile(
  path: string,
  bytes: Uint8Array,
  fs: ReplacingFs = nodeFs,
): Promise<void> {
  const place = await placeOf(path, fs);
  await clearLeft(place.target, fs);
  const replace = async (): Promise<void> => {
    const replacement = await Replacement.begin(place, fs);
    await replacement.write(bytes);
    await replacement.commit();
  };
  try {
    await replace();
  } catch (error) {
    if (!isMissing(error)) throw error;
    // Another process took the temporary file for an abandoned one and deleted it, because it cannot see this process.
    await replace();
  }
}

/** Checks, before a long run begins, that a file can be replaced. Throws the same errors as `replaceFile`. */
export async function checkReplaceable(path: string, fs: ReplacingFs = nodeFs): Promise<void> {
  const { target, mode } = await placeOf(path, fs);
  const temporary = temporaryOf(target);
  const file = await fs.open(temporary, 'wx', mode);
  try {
    try {
      await file.writeFile(new Uint8Array());
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await fs.unlink(temporary).catch(() => {});
    throw error;
  }
  await fs.unlink(temporary).catch((error) => {
    if (!isMissing(error)) throw error;
  });
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

interface Place {
  /** The path of the file itself, after all links are resolved. */
  readonly target: string;
  /** The permissions of the existing file; undefined if there is none. */
  readonly mode: number | undefined;
}

async function placeOf(path: string, fs: ReplacingFs): Promise<Place> {
  const target = await leadsTo(path, fs);
  const status = await fs.stat(target).catch((error) => {
    if (!isMissing(error)) throw error;
  });
  if (status === undefined) return { target, mode: undefined };
  // Renaming a file over a device would replace the device.
  if (!status.isFile()) throw new NoPlainFileError();
  return { target, mode: status.mode & 0o777 };
}

/** The error for a path to something that a file must not replace: a folder, a device or a pipe. */
export class NoPlainFileError extends Error {
  override readonly name = 'NoPlainFileError';

  constructor() {
    super('found a folder, a device or a pipe, expected a regular file');
  }
}

/**
 * Identifies the namespace in which a process id is unique: the machine, and on Linux also the container. Processes of
 * several namespaces may use the same folder.
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

/**
 * A temporary file's name contains the name of its target. This is the maximum number of bytes for that part. A longer
 * name is shortened. The rest of a temporary name takes less than 50 bytes. Most file systems allow names of 255 bytes,
 * but some allow only 143 bytes.
 */
const MAX_NAME_BYTES = 90;

/** The prefix of the names of all temporary files of a target. */
function beginOf(target: string): string {
  const name = basename(target);
  const bytes = Buffer.from(name);
  if (bytes.length <= MAX_NAME_BYTES) return `.${name}.`;
  // The cut may fall inside a character.
  const begin = bytes.toString('utf8', 0, MAX_NAME_BYTES - 12).replace(/\ufffd$/, '');
  return `.${begin}~${digestOf(name)}.`;
}

/**
 * Returns the path for a temporary file, with a hidden name that is never used twice. The file is in the folder of the
 * target, because files can only be renamed within a file system.
 */
export function temporaryOf(target: string, pid = process.pid, place = PLACE): string {
  const unique = `${place}-${pid}-${randomBytes(6).toString('hex')}`;
  return join(dirname(target), `${beginOf(target)}${unique}.tmp`);
}

/** The time without a write, in ms, after which a temporary file counts as abandoned. */
const MAX_AGE_MS = 86_400_000;

/** Deletes the abandoned temporary files of `target`: files whose process has ended, and old files. */
export async function clearLeft(target: string, fs: ReplacingFs = nodeFs): Promise<void> {
  const folder = dirname(target);
  const begin = beginOf(target);
  // A folder that cannot be read may still be writable.
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
    // The process may exist but belong to another user.
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/**
 * Whether a temporary file is old enough to count as abandoned. The age of the file decides, because its process cannot
 * always be checked. The process may have run on another machine, or its id may have been reused.
 */
async function isOld(path: string, fs: ReplacingFs): Promise<boolean> {
  const status = await fs.stat(path).catch(() => undefined);
  return status !== undefined && Date.now() - status.mtimeMs > MAX_AGE_MS;
}

/** Syncs a folder, so that new names in it survive a loss of power. Windows cannot do this, and does not need it. */
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
