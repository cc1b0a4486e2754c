// The module of a StoreSource: the processes of a pool open the store of their worker with it.
import type { CheckpointStore, StoreSource } from '@skein/sweep';
import { SafeCheckpoints } from '../safe-checkpoints.ts';
import { openStore as openByText } from './open-store.ts';

export interface SharedStoreOptions {
  /** As `openStore` takes it. */
  readonly store: string;
}

/** What a pool hears of a store: its failures are reported, and cost no run. */
export function sharedSource(store: string): StoreSource {
  // From the sources, too: another process runs what was built.
  const module = new URL('../../dist/stores/shared-store.js', import.meta.url).href;
  return { module, options: { store } satisfies SharedStoreOptions };
}

let opened: Promise<CheckpointStore> | undefined;

export function openStore({ store }: SharedStoreOptions): Promise<CheckpointStore> {
  // A process has one store for all its runs: what was reported once is not reported again.
  opened ??= openByText(store).then((one) => new SafeCheckpoints(one, tell));
  return opened;
}

/** The pool passes on what a process sends it as a notice. */
function tell(text: string): void {
  process.send?.({ type: 'notice', text });
}
