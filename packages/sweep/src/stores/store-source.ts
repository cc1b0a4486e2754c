import type { CheckpointStore } from '../jobs/job.ts';

/**
 * Where another process finds its store: plain data. The module exports `openStore(options)`, which returns a
 * `CheckpointStore` or a promise of one.
 */
export interface StoreSource {
  /** The URL of the module. */
  readonly module: string;
  readonly options: unknown;
}

/** A store in a folder, which all processes that may take over each other's runs must reach. */
export function folderSource(folder: string): StoreSource {
  // From the sources, too: another process runs what was built.
  const module = new URL('../../dist/stores/folder.js', import.meta.url).href;
  return { module, options: { folder } };
}

/** Opens the store of a source in this process. */
export async function openSource({ module, options }: StoreSource): Promise<CheckpointStore> {
  const { openStore } = await import(module);
  return openStore(options);
}
