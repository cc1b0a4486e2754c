import * as nodeFs from 'node:fs/promises';
import { join } from 'node:path';
import { type ReplacingFs, replaceFile } from '../files/replacement.ts';
import type { CheckpointStore } from '../jobs/job.ts';
import { asFileError } from './file-error.ts';

const SUFFIX = '.checkpoint';
const KEY = /^[0-9a-f]{8,128}$/;

/** The options of a store in a folder, as plain data that can be sent to another process. */
export interface FolderOptions {
  readonly folder: string;
}

/** Opens the store in a folder. Every module that a `StoreSource` names exports a function `openStore` like this. */
export function openStore(options: FolderOptions): CheckpointStore {
  return new FolderStore(options);
}

type StoreFs = ReplacingFs & Pick<typeof nodeFs, 'mkdir' | 'readFile'>;

/** Stores checkpoints as files in a folder. The first checkpoint creates the folder. */
export class FolderStore implements CheckpointStore {
  readonly #folder: string;
  readonly #fs: StoreFs;

  constructor({ folder }: FolderOptions, fs: StoreFs = nodeFs) {
    this.#folder = folder;
    this.#fs = fs;
  }

  async load(key: string): Promise<Uint8Array | undefined> {
    const path = this.#pathOf(key);
    try {
      return await this.#fs.readFile(path);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw asFileError('read', path, error);
    }
  }

  async save(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.#pathOf(key);
    try {
      await this.#fs.mkdir(this.#folder, { recursive: true });
      await replaceFile(path, bytes, this.#fs);
    } catch (error) {
      throw asFileError('write', path, error);
    }
  }

  async remove(key: string): Promise<void> {
    const path = this.#pathOf(key);
    try {
      await this.#fs.unlink(path);
    } catch (error) {
      if (isMissing(error)) return;
      throw asFileError('write', path, error);
    }
    // A killed process may have left a temporary file that is no longer needed.
    for (const name of await this.#fs.readdir(this.#folder).catch(() => [])) {
      if (!name.startsWith(`.${key}${SUFFIX}.`)) continue;
      await this.#fs.unlink(join(this.#folder, name)).catch(() => {});
    }
  }

  /** Returns the keys of all saved checkpoints. */
  async keys(): Promise<string[]> {
    const names = await this.#fs.readdir(this.#folder).catch(() => []);
    return names.flatMap((name) => (name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : []));
  }

  #pathOf(key: string): string {
    // An untrusted key must not lead out of the folder.
    if (!KEY.test(key))
      throw new RangeError(`key: found ${JSON.stringify(key)}, expected hexadecimal digits`);
    return join(this.#folder, `${key}${SUFFIX}`);
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
}
