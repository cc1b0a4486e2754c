// The module of a StoreSource. The processes of a pool use it to open the store of their worker.
import type { CheckpointStore, StoreSource } from '@skein/sweep';
import { SafeCheckpoints } from '../safe-checkpoints.ts';
import { openStore as openByText } from './open-store.ts';

export interface SharedStoreOptions {
  /** The address of the store, as for `openStore`. */
  readonly store: string;
}

/**
 * Returns the `StoreSource` with which the processes of a pool open a store. Failures of the store are reported, but no
 * run fails because of them.
 */
export function sharedSource(store: string): StoreSource {
  // Even from the source files, the built file is used, because it runs in another process.
  const module = new URL('../../dist/stores/shared-store.js', import.meta.url).href;
  return { module, options: { store } satisfies SharedStoreOptions };
}

let opened: Promise<CheckpointStore> | undefined;

export function openStore({ store }: SharedStoreOptions): Promise<CheckpointStore> {
  // All runs of a process share one store, so that each failure is reported only once.
  opened ??= openByText(store).then((store) => new SafeCheckpoints(store, tell));
  return opened;
}

/** Sends a notice to the pool, which passes the notice on. */
function tell(text: string): void {
  process.send?.({ type: 'notice', text });
}
