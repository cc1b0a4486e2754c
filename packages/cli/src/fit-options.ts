import type { SweepCommandOptions } from './sweep-options.ts';

/** The options of `skein fit`: those of `skein sweep` without what divides runs or chooses them, and the search. */
export interface FitCommandOptions
  extends Omit<
    SweepCommandOptions,
    'n' | 'queue' | 'queueName' | 'sample' | 'shard' | 'tables' | 'verify'
  > {
  /** The file of the data. */
  readonly to?: string;
  readonly generations?: number;
  readonly population?: number;
  readonly sigma?: number;
  readonly fitSeed?: number;
  readonly tolerance?: number;
}
