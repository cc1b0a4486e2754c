/**
 * `@skein/worker/inline`: contains the script of a thread as text, for pages that cannot serve the script as a file.
 * Two examples are a page whose bundler does not copy the file, and a page that loads modules through an import map or
 * from a content delivery network.
 *
 * A content security policy must allow `worker-src blob:`. This module adds the size of the script to the page: about
 * 157 kB, gzipped.
 */
import { workerOf } from './make-worker.ts';

/** The script of a thread, as text. The build replaces the name `THREAD_SCRIPT` with this text. */
declare const THREAD_SCRIPT: string;

/** On a line of its own, which is as long as the script: Node prints the line that throws. */
const script = THREAD_SCRIPT;

/**
 * Starts a module worker that runs the script of a thread. Pass this function to `createTeam` as the option
 * `createWorker`.
 *
 * @example const team = await createTeam(world, { createWorker });
 */
export function createWorker(): Worker {
  return workerOf(script);
}
