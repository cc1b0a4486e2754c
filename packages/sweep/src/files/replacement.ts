import { createHash, randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import * as nodeFs from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { leadsTo } from './leads-to.ts';

/** What replacing a file needs of the file system; tests let each call fail. */
export type ReplacingFs = Pick<
  typeof nodeFs,
  'open' | 'readdir' | 'readlink' | 'realpath' | 'rename' | 'stat' | 'unlink'
>;

/**
 * A file that takes the place of another, or of none, once it is whole: written beside it under a name of its
 * own, forced to the disk, renamed over it, and the folder forced to the disk, too. At every moment the file is
 * the old one or the new one and whole, whatever ends the process or the machine.
 *
 * Own lines, because write-file-atomic 8 does not force the folder to the disk: after a loss of power the
 * file may be the old one again, though a newer had been promised.
 *
 * All of it throws what the file system throws. What has failed has left nothing beside the file.
 */
export class Replacement {
  readonly #fs: ReplacingFs;
  readonly #target: string;
  readonly #temporary: string;
  /** Undefined once it is closed. */
  #file: nodeFs.FileHandle | undefined;

  private constructor(fs: ReplacingFs, target: string, temporary: string, file: nodeFs.FileHandle) {
    this.#fs = fs;
    this.#target = target;
    this.#temporary = temporary;
    this.#file = file;
  }

  /**
   * Begins an empty file, so that a path that cannot be written is refused before there is anything to write.
   * A link leads to the file that will be replaced. What a process that was killed has left is cleared away.
   */
  static async open(path: string, fs: ReplacingFs = nodeFs): Promise<Replacement> {
    const place = await placeOf(path, fs);
    await clearLeft(place.target, fs);
    return await Replacement.begin(place, fs);
  }

  /** Begins a file at a place that was looked up. */
  static async begin({ target, mode }: Place, fs: ReplacingFs): Promise<Replacement> {
    const temporary = temporaryOf(target);
    const file = await fs.open(temporary, 'wx', mode);
    const replacement = new Replacement(fs, target, temporary, file);
    await replacement.#orAbandon(async () => {
      // Opening leaves out what a new file of this process may not have.
      if (mode !== undefined && ((await file.stat()).mode & 0o777) !== mode) await file.chmod(mode);
    });
    return replacement;
  }

  /** Appends bytes. */
  async write(bytes: Uint8Array): Promise<void> {
    await this.#orAbandon(() => this.#open().writeFile(bytes));
  }

  /** Puts the file in its place. When only the last step fails, it is there and may not outlast a loss of power. */
  async commit(): Promise<void> {
    await this.#orAbandon(async () => {
      await this.#open().sync();
      await this.#close();
      await this.#fs.rename(this.#temporary, this.#target);
    });
    await syncFolder(dirname(this.#target), this.#fs);
  }

  /** Leaves what was there. */
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
    if (this.#file === undefined) throw new Error('found a file that was closed');
    return this.#file;
  }

  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }
}

/** Replaces a file by one of these bytes; throws as `Replacement` does. */
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
    // Another process took the temporary file for one that was left, as it cannot see this one.
    await replace();
  }
}

/** Makes sure that a file can be replaced before anything is worth saving; throws as `replaceFile` does. */
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
  /** The file that a path leads to. */
  readonly target: string;
  /** The permissions of the file that is there. */
  readonly mode: number | undefined;
}

async function placeOf(path: string, fs: ReplacingFs): Promise<Place> {
  const target = await leadsTo(path, fs);
  const status = await fs.stat(target).catch((error) => {
    if (!isMissing(error)) throw error;
  });
  if (status === undefined) return { target, mode: undefined };
  // To rename a file over a device would replace the device.
  if (!status.isFile()) throw new NoPlainFileError();
  return { target, mode: status.mode & 0o777 };
}

/** Something is there that a file must not replace: a folder, a device, a pipe. */
export class NoPlainFileError extends Error {
  override readonly name = 'NoPlainFileError';

  constructor() {
    super('found no plain file, expected one');
  }
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

/** A temporary file without a write for so long has no writer any more, ms. */
const MAX_AGE_MS = 86_400_000;

/** Deletes what processes that are gone have left of the same target. */
async function clearLeft(target: string, fs: ReplacingFs): Promise<void> {
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
async function isOld(path: string, fs: ReplacingFs): Promise<boolean> {
  const status = await fs.stat(path).catch(() => undefined);
  return status !== undefined && Date.now() - status.mtimeMs > MAX_AGE_MS;
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
