export { checkResult, isKey } from './jobs/check-result.ts';
export type {
  CheckpointStore,
  Job,
  JobFailure,
  JobResult,
  ParameterValue,
} from './jobs/job.ts';
export { JobError, type JobErrorCode } from './jobs/job-error.ts';
export {
  DEFAULT_RETRIES,
  JobPool,
  type JobPoolOptions,
  type PoolResult,
  type PoolRunOptions,
} from './jobs/job-pool.ts';
export { JobMaker, type RefusedJob } from './jobs/make-job.ts';
export { DEFAULT_CHECKPOINT_MS, type RunJobOptions, runJob } from './jobs/run-job.ts';
export { type RunInputs, runKey } from './jobs/run-key.ts';
export * from './plan/index.ts';
export { findRun } from './results/find-run.ts';
export { type Contradiction, Finished } from './results/finished.ts';
export { type Entry, Journal, type Location } from './results/journal.ts';
export { type FoundEntry, isResult, readJournals } from './results/read-journals.ts';
export {
  openResults,
  PLAN_FILE,
  ResultsError,
  readResultsPlan,
  scenarioHash,
} from './results/results-folder.ts';
export { quoted, writeTables } from './results/write-tables.ts';
export {
  differenceOf,
  type Elsewhere,
  isChosen,
  type Outcome,
  runSweep,
  type SweepOptions,
  type SweepProgress,
  type SweepReport,
  TRAJECTORIES,
  type Unlike,
} from './run-sweep.ts';
export { FileError } from './stores/file-error.ts';
export { FolderStore } from './stores/folder.ts';
export { folderSource, openSource, type StoreSource } from './stores/store-source.ts';
export { TABLE_FORMATS, type TableFormat } from './tables/table-format.ts';
