/**
 * `@skein/worker/inline`: the script of a thread as part of this module, for pages that serve no file for it. Examples
 * are pages whose bundler leaves the file behind, and pages with import maps or content delivery networks. A content
 * security policy must allow `worker-src blob:`. It adds the size of the script: about 100 kB, gzipped.
 */
import { workerOf } from './make-worker.ts';

/** The text of the script. The build replaces this name by it. */
declare const THREAD_SCRIPT: string;

/**
 * Starts a module worker that runs the script of a thread. Pass it to `createTeam` as the option `createWorker`.
 *
 * @example const team = await createTeam(world, { createWorker });
 */
export function createWorker(): Worker {
  return workerOf(THREAD_SCRIPT);
}
