import { createRequire } from 'node:module';
import { QueueError } from './queue-error.ts';

/** The queue that is used when the caller names none. */
export const DEFAULT_NAME = 'sweep';

/** The prefix of all keys of BullMQ in Redis. Tools such as bull-board expect this value. */
export const PREFIX = 'bull';

/**
 * A worker keeps a job if it renews the lock within this time, in ms. Other processes take snapshots, so the event loop
 * of a worker is never busy for that long.
 */
export const LOCK_MS = 5000;
/**
 * The interval between checks of the locks, in ms. The job of a lost worker is taken over after at most LOCK_MS plus
 * two intervals.
 */
export const STALLED_MS = 2000;
/**
 * How many times a job may lose its worker before it fails. It is not the fault of a job when machines are taken away,
 * so this is many times the default of BullMQ.
 */
export const MAX_LOST_WORKERS = 25;
/** The number of attempts for a job that fails, with pauses of 1, 2, 4 ... seconds. */
export const DEFAULT_ATTEMPTS = 3;
export const BACKOFF_MS = 1000;

const NAME = /^[\w.-]{1,64}$/;

/** The version of the engine, as in `JobResult.engine`. */
export function engineVersion(): string {
  const manifest: { version: string } = createRequire(import.meta.url)('@skein/core/package.json');
  return manifest.version;
}

/**
 * The name of the BullMQ queue for a name. It contains the version of the engine, so workers with another version never
 * see its jobs.
 * @throws QueueError QUEUE_NAME_INVALID
 */
export function bullName(name: string): string {
  if (NAME.test(name)) return `${name}-${engineVersion()}`;
  throw new QueueError(
    'QUEUE_NAME_INVALID',
    `queue: found the name ${JSON.stringify(name)}, expected 1 to 64 letters, digits, "_", "-" and "."`,
  );
}
