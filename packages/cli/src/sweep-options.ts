import type { PlanArguments, Shard, TableFormat } from '@skein/sweep';

/** What `skein sweep` is asked for; what is part of the plan is text, and read with it. */
export interface SweepCommandOptions extends PlanArguments {
  readonly scenario?: string;
  readonly laws?: readonly string[];
  /** The folder of the results. */
  readonly out?: string;
  readonly jobs?: number;
  /** The address of Redis, true for that in the environment: the workers of a queue do the runs. */
  readonly queue?: string | true;
  readonly queueName?: string;
  readonly shard?: Shard;
  readonly verify?: number;
  readonly retries?: number;
  readonly checkpointMs?: number;
  readonly format?: TableFormat;
  readonly extend?: boolean;
  readonly dryRun?: boolean;
  /** Write the tables of what is done, and run nothing. */
  readonly tables?: boolean;
  readonly json?: boolean;
}
