import type {
  Cells,
  Failure,
  PlannedParameter,
  Results,
  SweepFacts,
} from '../../src/report/results.ts';

/** Values of a parameter, by name. */
export type Grid = Readonly<Record<string, readonly (number | string | boolean)[]>>;

export interface SyntheticOptions {
  readonly grid?: Grid;
  readonly seeds?: number;
  /** Ticks of the samples; none for no samples. */
  readonly ticks?: readonly number[];
  /** By measure: its value from the parameters, the seed and the tick. */
  readonly measures?: Readonly<Record<string, Value>>;
  /** Leaves out runs. */
  readonly keep?: (run: number) => boolean;
  readonly failures?: readonly Failure[];
  readonly plan?: Partial<SweepFacts>;
  readonly parameters?: Readonly<Record<string, Partial<PlannedParameter>>>;
}

export type Parameters = Readonly<Record<string, number | string | boolean>>;
export type Value = (parameters: Parameters, seed: number, tick: number) => number;

/** A number from 0 to 1 that is the same for the same numbers. source: Vigna 2015, splitmix64, its 32-bit kin */
export function noise(...numbers: readonly number[]): number {
  let state = 0x9e3779b9;
  for (const number of numbers) {
    state = Math.imul(state ^ Math.round(number * 1000), 0x85ebca6b);
    state ^= state >>> 13;
    state = Math.imul(state, 0xc2b2ae35);
    state ^= state >>> 16;
  }
  return (state >>> 0) / 2 ** 32;
}

/** Results as a sweep over a grid would have them, from formulas. */
export function synthetic(options: SyntheticOptions = {}): Results {
  const { grid = {}, seeds = 4, ticks = [0, 50, 100], keep = () => true } = options;
  const { measures = { order: (_, seed) => noise(seed) } } = options;
  let combinations: Parameters[] = [{}];
  for (const [name, values] of Object.entries(grid)) {
    combinations = combinations.flatMap((combination) =>
      values.map((value) => ({ ...combination, [name]: value })),
    );
  }
  const jobs = combinations.flatMap((parameters) =>
    Array.from({ length: seeds }, (_, seed) => ({ parameters, seed: seed + 1 })),
  );
  const done = jobs.map((job, run) => ({ ...job, run })).filter(({ run }) => keep(run));
  const last = ticks.at(-1) ?? 100;
  const runs = new Map<string, Cells>([
    ['run', done.map(({ run }) => run)],
    ['seed', done.map(({ seed }) => seed)],
  ]);
  for (const name of Object.keys(grid))
    runs.set(
      name,
      done.map(({ parameters }) => parameters[name]),
    );
  const samples = new Map<string, Cells>([
    ['run', done.flatMap(({ run }) => ticks.map(() => run))],
    ['tick', done.flatMap(() => [...ticks])],
  ]);
  for (const [name, value] of Object.entries(measures)) {
    runs.set(
      name,
      Float64Array.from(done, ({ parameters, seed }) => value(parameters, seed, last)),
    );
    const all = done.flatMap(({ parameters, seed }) =>
      ticks.map((tick) => value(parameters, seed, tick)),
    );
    samples.set(name, Float64Array.from(all));
  }
  return {
    plan: {
      scenario: 'flock',
      agents: 1000,
      runs: jobs.length,
      ticks: last,
      every: 50,
      seeds: `1 to ${seeds}`,
      parameters: Object.keys(grid).map((name) => ({ name, ...options.parameters?.[name] })),
      measures: Object.keys(measures).map((name) => ({ name })),
      command: 'skein sweep plan.json --out results',
      ...options.plan,
    },
    engine: '0.1.0',
    runs,
    samples,
    failures: options.failures ?? [],
  };
}
