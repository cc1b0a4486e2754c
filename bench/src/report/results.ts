import type { Machine } from '../machine.ts';
import type { Summary } from '../statistics.ts';
import type { Row } from '../suite.ts';

/** The result of one suite, as a part of results.json. */
export interface SuiteResult {
  readonly description: string;
  /** False if rows are missing, because the suite was interrupted or failed. */
  complete: boolean;
  /** The reason why the suite failed; undefined if the suite did not fail. */
  error?: string;
  readonly notices: string[];
  readonly rows: (Row & { readonly summary: Summary })[];
}

/** The contents of results.json. */
export interface Results {
  readonly format: 1;
  readonly date: string;
  readonly quick: boolean;
  readonly machine: Machine;
  readonly suites: Record<string, SuiteResult>;
}
