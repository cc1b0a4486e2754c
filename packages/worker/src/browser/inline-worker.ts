/**
 * `@skein/worker/inline`: the script of a thread as a part of this module, for pages that serve no file for it: those
 * of bundlers that leave it behind, of import maps, and of content delivery networks. A content security policy has to
 * allow `worker-src blob:`. It costs what the script does: about 100 kB, gzipped.
 */
import { workerOf } from './make-worker.ts';

/** The text of the script: the build puts it in place of this name. */
declare const THREAD_SCRIPT: string;

/**
 * Starts a module worker that runs the script of a thread: the option `createWorker` of `createTeam`.
 *
 * @example
 * const team = await createTeam(world, { createWorker });
 */
export function createWorker(): Worker {
  return workerOf(THREAD_SCRIPT);
}
