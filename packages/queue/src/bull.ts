import { createRequire } from 'node:module';
import { QueueError } from './queue-error.ts';

/** The name of the queue that is used when the caller gives no name. */
export const DEFAULT_NAME = 'sweep';

/** The prefix of all keys of BullMQ in Redis. Tools such as bull-board expect this value. */
export const PREFIX = 'bull';

/**
 * How long the lock of a job lasts, in ms. A worker keeps a job as long as it renews the lock in time. The event loop
 * of a worker is never busy for that long, because runs and their snapshots are in other processes.
 */
export const LOCK_MS = 5000;
/**
 * The interval between checks of the locks, in ms. Another worker takes over the job of a lost worker after at most
 * LOCK_MS plus two intervals.
 */
export const STALLED_MS = 2000;
/**
 * How many times a job may lose its worker before the job fails. This is many times the default of BullMQ, because the
 * job is not at fault if a machine is taken away.
 */
export const MAX_LOST_WORKERS = 25;
/** The number of attempts for a job that fails. The pauses between them are 1, 2, 4 ... seconds. */
export const DEFAULT_ATTEMPTS = 3;
export const BACKOFF_MS = 1000;

const NAME = /^[\w.-]{1,64}$/;

/** Returns the version of the engine, as in `JobResult.engine`. */
export function engineVersion(): string {
  const manifest: { version: string } = createRequire(import.meta.url)('@skein/core/package.json');
  return manifest.version;
}

/**
 * Returns the name that BullMQ uses for a queue. It contains the version of the engine, so workers with another version
 * never see the jobs of the queue.
 * @throws QueueError QUEUE_NAME_INVALID
 */
export function bullName(name: string): string {
  if (NAME.test(name)) return `${name}-${engineVersion()}`;
  throw new QueueError(
    'QUEUE_NAME_INVALID',
    `queue: found the name ${JSON.stringify(name)}, expected 1 to 64 letters, digits, "_", "-" and "."`,
  );
}
