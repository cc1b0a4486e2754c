import { createRequire } from 'node:module';
import { QueueError } from './queue-error.ts';

/** A queue where its caller names none. */
export const DEFAULT_NAME = 'sweep';

/** All keys of BullMQ in Redis begin with this, as bull-board and its like expect. */
export const PREFIX = 'bull';

/**
 * A job belongs to a worker that renewed its lock within this time. Snapshots are taken by other processes,
 * so that the event loop of a worker is never busy for so long.
 */
export const LOCK_MS = 5000;
/** Locks are looked after this often: a lost worker's job is taken over after at most LOCK_MS + 2 of these. */
export const STALLED_MS = 2000;
/**
 * How often a job may lose its worker before it is given up. Machines that are taken away are no fault of a
 * job, so this is many times what BullMQ allows.
 */
export const MAX_LOST_WORKERS = 25;
/** A job that failed is tried this often, after 1, 2, 4 ... seconds. */
export const DEFAULT_ATTEMPTS = 3;
export const BACKOFF_MS = 1000;

const NAME = /^[\w.-]{1,64}$/;

/** The engine whose bits these are, as in `JobResult.engine`. */
export function engineVersion(): string {
  const manifest: { version: string } = createRequire(import.meta.url)('@skein/core/package.json');
  return manifest.version;
}

/**
 * The queue of BullMQ behind a name. It belongs to one version of the engine, as a result does: workers of
 * another one never see its jobs.
 * @throws QueueError QUEUE_NAME_INVALID
 */
export function bullName(name: string): string {
  if (NAME.test(name)) return `${name}-${engineVersion()}`;
  throw new QueueError(
    'QUEUE_NAME_INVALID',
    `queue: found the name ${JSON.stringify(name)}, expected 1 to 64 letters, digits, "_", "-" and "."`,
  );
}
