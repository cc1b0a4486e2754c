import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getSystemErrorMap } from 'node:util';
import type { CheckpointStore } from '@skein/sweep';
import { StoreError, type StoreErrorCode } from './store-error.ts';

const SUFFIX = '.checkpoint';
const PART = '.part';
/** A file that was being written so long ago belongs to a process that is gone, ms. */
const ABANDONED_MS = 3_600_000;

/**
 * Checkpoints as files of a folder, which may be shared between machines: a file is written beside its
 * place and renamed into it, so that whoever reads it finds the old one or the new one, whole.
 */
export class FolderStore implements CheckpointStore {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Makes the folder where there is none, and sees that it can be written.
   * @throws StoreError
   */
  static async open(folder: string): Promise<FolderStore> {
    const store = new FolderStore(folder);
    try {
      await mkdir(folder, { recursive: true });
      await store.#clear();
    } catch (error) {
      throw store.#refusal('be used', error);
    }
    const name = `probe-${randomUUID()}`;
    // As long as a block: a full disk may take an empty file.
    await store.save(name, new Uint8Array(4096));
    await store.remove(name);
    return store;
  }

  async load(key: string): Promise<Uint8Array | undefined> {
    try {
      return await readFile(this.#path(key));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw this.#refusal('be read', error);
    }
  }

  async save(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.#path(key);
    const part = join(this.#folder, `${key}-${randomUUID()}${PART}`);
    try {
      const file = await open(part, 'wx');
      try {
        await file.writeFile(bytes);
        // Else a machine that loses its power may keep the name of a file without its bytes.
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true }).catch(() => {});
      throw this.#refusal('be written', error);
    }
  }

  async remove(key: string): Promise<void> {
    try {
      await rm(this.#path(key), { force: true });
    } catch (error) {
      throw this.#refusal('be written', error);
    }
  }

  #path(key: string): string {
    return join(this.#folder, `${key}${SUFFIX}`);
  }

  /** Removes what processes left that were killed while they wrote. */
  async #clear(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      if (!name.endsWith(PART)) continue;
      const path = join(this.#folder, name);
      const written = await stat(path).catch(() => undefined);
      if (written !== undefined && Date.now() - written.mtimeMs > ABANDONED_MS) {
        await rm(path, { force: true }).catch(() => {});
      }
    }
  }

  #refusal(what: string, cause: unknown): StoreError {
    const { code, errno } = cause as NodeJS.ErrnoException;
    const reason =
      (errno === undefined ? undefined : getSystemErrorMap().get(errno)?.[1]) ??
      (cause as Error).message;
    const text = `store: ${this.#folder} cannot ${what}: ${reason}`;
    return new StoreError(codeOf(code), text, { cause });
  }
}

function codeOf(code: string | undefined): StoreErrorCode {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'STORE_FULL';
  if (['EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'EEXIST'].includes(code ?? ''))
    return 'STORE_REFUSED';
  return 'STORE_FAILED';
}
