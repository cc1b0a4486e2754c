import type { Machine } from '../machine.ts';
import type { Summary } from '../statistics.ts';
import type { Row } from '../suite.ts';

/** The part of results.json for one suite. */
export interface SuiteResult {
  readonly description: string;
  /** False if the suite was interrupted or failed, so that rows are missing. */
  complete: boolean;
  /** The reason why it failed. */
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
