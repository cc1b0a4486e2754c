export type { CheckpointStore, Job, JobResult, ParameterValue } from './jobs/job.ts';
