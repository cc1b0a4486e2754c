/** What a suite gives back: a table whose first column names the row. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

export interface SuiteOptions {
  /** Fewer and smaller runs, to end within two minutes on two cores. */
  readonly quick: boolean;
}

/** A file in suites/ that exports one as `suite` is a suite of the file's name. */
export interface Suite {
  readonly description: string;
  run(options: SuiteOptions): Promise<Table>;
}

/** The middle of a list of times; times of a shared machine are quoted by it. */
export function median(times: Iterable<number>): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
