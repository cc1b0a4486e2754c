import type { PlanArguments, Shard, TableFormat } from '@skein/sweep';

/**
 * The options of `skein sweep`. An option that is part of the plan is kept as text, and is parsed together with the
 * plan.
 */
export interface SweepCommandOptions extends PlanArguments {
  readonly scenario?: string;
  readonly laws?: readonly string[];
  /** The folder to write the results to. */
  readonly out?: string;
  readonly jobs?: number;
  /**
   * The address of Redis, or true to read the address from the environment. If set, the workers of a queue do the runs.
   */
  readonly queue?: string | true;
  readonly queueName?: string;
  readonly shard?: Shard;
  readonly verify?: number;
  readonly retries?: number;
  readonly checkpointMs?: number;
  readonly format?: TableFormat;
  readonly extend?: boolean;
  readonly dryRun?: boolean;
  /** Whether to write only the tables of finished runs, without running anything. */
  readonly tables?: boolean;
  readonly json?: boolean;
}
