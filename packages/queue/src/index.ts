export { DEFAULT_NAME, engineVersion } from './bull.ts';
export { DEFAULT_CONNECT_MS } from './connect.ts';
export {
  DEFAULT_AHEAD,
  enqueueSweep,
  type Outcome,
  type QueueProgress,
  type SweepQueueOptions,
} from './enqueue-sweep.ts';
export type { Tell } from './notices.ts';
export { PoolRunner, type PoolRunnerOptions } from './pool-runner.ts';
export { QueueError, type QueueErrorCode } from './queue-error.ts';
export { type RedisAddress, readAddress } from './redis-address.ts';
export type { RunJob, RunJobOptions } from './run-job.ts';
export {
  DEFAULT_CHECKPOINT_MS,
  type QueueWorker,
  startWorker,
  type WorkerEvent,
  type WorkerOptions,
} from './start-worker.ts';
export { openStore, probeStore } from './stores/open-store.ts';
export { StoreError, type StoreErrorCode } from './stores/store-error.ts';
