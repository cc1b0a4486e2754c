import type { Machine } from '../machine.ts';
import type { Summary } from '../statistics.ts';
import type { Row } from '../suite.ts';

/** What results.json holds of a suite. */
export interface SuiteResult {
  readonly description: string;
  /** False when it was interrupted or failed: then rows are missing. */
  complete: boolean;
  /** Why it failed. */
  error?: string;
  readonly notices: string[];
  readonly rows: (Row & { readonly summary: Summary })[];
}

/** What results.json holds. */
export interface Results {
  readonly format: 1;
  readonly date: string;
  readonly quick: boolean;
  readonly machine: Machine;
  readonly suites: Record<string, SuiteResult>;
}
