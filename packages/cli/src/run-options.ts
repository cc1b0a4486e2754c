import type { KernelChoice } from './kernel-choice.ts';
import type { ScenarioOptions } from './scenario-file.ts';

export const DEFAULT_TICKS = 600;
/** A sample each second, at 60 ticks per second. */
export const DEFAULT_EVERY = 60;

/** A field of the scenario, and the file that it is written to. */
export interface FieldOutput {
  readonly name: string;
  /** A table, whose name tells the format, or a .png. */
  readonly path: string;
}

export function isPicture({ path }: Pick<FieldOutput, 'path'>): boolean {
  return path.endsWith('.png');
}

/** What `skein run` is asked for. */
export interface RunOptions extends ScenarioOptions {
  /** Where the run ends; `DEFAULT_TICKS` when left out. */
  readonly ticks?: number;
  /** As many as there are cores when left out. */
  readonly workers?: number;
  /** How long a thread may be silent at first, ms; that of a team when left out. */
  readonly stallMs?: number;
  /** The scenario's own when left out. */
  readonly seed?: number;
  readonly kernel: KernelChoice;
  /** Ticks from one sample or snapshot to the next; `DEFAULT_EVERY` when left out. */
  readonly every?: number;
  /** Where the rows go: a path, or "-" for standard output. */
  readonly csv?: string;
  /** The table that gets the whole population; its name tells the format. */
  readonly agents?: string;
  /** Scalar fields, each with the file that gets it. */
  readonly field?: readonly FieldOutput[];
  /** What is measured at each sample. */
  readonly measure?: readonly string[];
  /** The table that gets the measures, whose name tells the format; standard output when left out. */
  readonly out?: string;
  readonly hash?: boolean;
  /** The file that is replaced by a snapshot again and again. */
  readonly save?: string;
  /** The snapshot to continue from; "-" is standard input. */
  readonly resume?: string;
  /** The file that gets a replay in the end. */
  readonly record?: string;
  /** Does each tick again from a snapshot, by others, and compares. */
  readonly heavy?: boolean;
  readonly json?: boolean;
}
