import type { CheckpointStore } from '../jobs/job.ts';

/**
 * Tells another process how to open its store, as plain data. The module exports `openStore(options)`, which returns a
 * `CheckpointStore` or a promise of one.
 */
export interface StoreSource {
  /** The URL of the module. */
  readonly module: string;
  readonly options: unknown;
}

/** A store in a folder. All processes that may take over each other's runs must have access to it. */
export function folderSource(folder: string): StoreSource {
  // Even from the source files, the built file is used, because it runs in another process.
  const module = new URL('../../dist/stores/folder.js', import.meta.url).href;
  return { module, options: { folder } };
}

/** Opens the store of a source in this process. */
export async function openSource({ module, options }: StoreSource): Promise<CheckpointStore> {
  const { openStore } = await import(module);
  return openStore(options);
}
