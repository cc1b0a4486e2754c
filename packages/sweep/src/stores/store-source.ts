import type { CheckpointStore } from '../jobs/job.ts';

/**
 * Plain data with which another process can open a store. It names a module to import. That module exports
 * `openStore(options)`, which returns a `CheckpointStore` or a promise of one.
 */
export interface StoreSource {
  /** The URL of the module. */
  readonly module: string;
  readonly options: unknown;
}

/**
 * Returns the source of a store in a folder. All processes that may take over runs from each other must have access to
 * the folder.
 */
export function folderSource(folder: string): StoreSource {
  // Even from the source files, the built file is used, because it runs in another process.
  const module = new URL('../../dist/stores/folder.js', import.meta.url).href;
  return { module, options: { folder } };
}

/** Opens, in this process, the store that a source describes. */
export async function openSource({ module, options }: StoreSource): Promise<CheckpointStore> {
  const { openStore } = await import(module);
  return openStore(options);
}
