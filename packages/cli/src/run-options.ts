import type { TeamKernelChoice } from './kernel-choice.ts';
import type { ScenarioOptions } from './scenario-file.ts';

export const DEFAULT_TICKS = 600;
/** The default interval between samples, in ticks: one sample per second, at 60 ticks per second. */
export const DEFAULT_EVERY = 60;

/** A field of the scenario, and the file to write it to. */
export interface FieldOutput {
  readonly name: string;
  /** The path of a .png file or of a table. The extension of the path selects the format of a table. */
  readonly path: string;
}

export function isPicture({ path }: Pick<FieldOutput, 'path'>): boolean {
  return path.endsWith('.png');
}

/** The options of `skein run`. */
export interface RunOptions extends ScenarioOptions {
  /** The last tick. Default: `DEFAULT_TICKS`. */
  readonly ticks?: number;
  /** The number of worker threads. Default: one per core. */
  readonly workers?: number;
  /**
   * How long a thread may give no sign of life before it is replaced, in ms. After each replacement, a team waits
   * longer. Default: 750.
   */
  readonly stallMs?: number;
  /** The seed to use. Default: the seed of the scenario. */
  readonly seed?: number;
  readonly kernel: TeamKernelChoice;
  /** The interval between samples or snapshots, in ticks. Default: `DEFAULT_EVERY`. */
  readonly every?: number;
  /** Where to write the trajectories. The extension of the path selects the format; "-" is CSV on standard output. */
  readonly trajectories?: string;
  /** The agents whose trajectories are written, such as `boid,0..99`. Default: all. */
  readonly only?: string;
  /** The scalar fields to write, each with its file. */
  readonly field?: readonly FieldOutput[];
  /** The measures to compute for each sample. */
  readonly measure?: readonly string[];
  /** The table to write the measures to. The extension selects the format. Default: CSV on standard output. */
  readonly out?: string;
  readonly hash?: boolean;
  /** The file to save snapshots to. Each snapshot replaces the previous one. */
  readonly save?: string;
  /** The snapshot to continue from; "-" is standard input. */
  readonly resume?: string;
  /** The file to write the replay to at the end. */
  readonly record?: string;
  /**
   * Whether to repeat each tick from a snapshot and compare the results. The repetitions use the available kernels in
   * turn, and a different number of workers than the run.
   */
  readonly heavy?: boolean;
  readonly json?: boolean;
}
