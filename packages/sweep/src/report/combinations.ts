import type { ParameterValue } from '../jobs/job.ts';
import { csvOf } from './csv.ts';
import type { Design } from './design.ts';
import type { Measured } from './measured.ts';
import { numbersOf, type Results } from './results.ts';
import { type Statistics, statisticsBy } from './statistics.ts';

/** Statistics for each combination of parameters, in the order of the combinations. */
export interface Combinations {
  readonly names: readonly string[];
  /** For each row, the values of the parameters; null for no value. */
  readonly values: readonly (readonly (ParameterValue | null)[])[];
  /** For each row, its number of runs. */
  readonly runs: readonly number[];
  readonly measures: readonly {
    readonly name: string;
    /** The mean for each row. */
    readonly mean: readonly number[];
    readonly deviation: readonly number[];
    readonly count: readonly number[];
  }[];
}

export function combinationsOf(design: Design, measures: readonly Measured[]): Combinations {
  const { factors, combinations, combinationCount, rows } = design;
  const firstRow = new Int32Array(combinationCount).fill(-1);
  const runs = new Uint32Array(combinationCount);
  for (let row = 0; row < rows; row++) {
    const combination = combinations[row];
    if (firstRow[combination] < 0) firstRow[combination] = row;
    runs[combination]++;
  }
  const order = Array.from(firstRow.keys()).sort((a, b) => {
    for (const { codes } of factors) {
      const difference = codes[firstRow[a]] - codes[firstRow[b]];
      if (difference !== 0) return difference;
    }
    return a - b;
  });
  return {
    names: factors.map(({ name }) => name),
    values: order.map((one) =>
      factors.map(({ codes, values }) => {
        const code = codes[firstRow[one]];
        return code < 0 ? null : values[code];
      }),
    ),
    runs: order.map((one) => runs[one]),
    measures: measures.map(({ name, values }) => {
      const all = statisticsBy(combinations, combinationCount, values);
      const of = (column: keyof Statistics): number[] => order.map((one) => all[column][one]);
      return { name, mean: of('mean'), deviation: of('deviation'), count: of('count') };
    }),
  };
}

/**
 * Returns the combinations as CSV. The first columns are the parameters and the number of runs. Then each measure has
 * its mean, its standard deviation and its number of values (n).
 */
export function combinationsCsv({ names, values, runs, measures }: Combinations): string {
  const statistics = measures.flatMap(({ name }) => [`${name} mean`, `${name} sd`, `${name} n`]);
  return csvOf(
    [...names, 'runs', ...statistics],
    values.map((row, index) => [
      ...row,
      runs[index],
      ...measures.flatMap(({ mean, deviation, count }) => [
        mean[index],
        deviation[index],
        count[index],
      ]),
    ]),
  );
}

/**
 * Returns the runs as CSV. The columns are the index, the parameters, the seed, and the values that the figures show.
 */
export function runsCsv({ runs }: Results, design: Design, measures: readonly Measured[]): string {
  const numbers = numbersOf(runs, 'run');
  const seeds = numbersOf(runs, 'seed');
  const { factors } = design;
  const header = [
    'run',
    ...factors.map(({ name }) => name),
    'seed',
    ...measures.map(({ name }) => name),
  ];
  return csvOf(
    header,
    Array.from(numbers, (run, row) => [
      run,
      ...factors.map(({ codes, values }) => (codes[row] < 0 ? null : values[codes[row]])),
      seeds[row],
      ...measures.map(({ values }) => values[row]),
    ]),
  );
}
