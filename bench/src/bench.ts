import { describeMachine } from './machine.ts';
import { repeated } from './repeat.ts';
import { ResultsFolder } from './report/folder.ts';
import type { Results, SuiteResult } from './report/results.ts';
import { table } from './report/table.ts';
import { summarize } from './statistics.ts';
import type { Choice, Context, Suite } from './suite.ts';

export interface BenchOptions {
  readonly suites: ReadonlyMap<string, Suite>;
  readonly quick: boolean;
  /**
   * The choices of the user, besides the names of suites. Every suite that runs must support these choices. Default:
   * none.
   */
  readonly choice?: Choice;
  /** How many times each suite runs. Default: 1. */
  readonly repeat?: number;
  /** The folder in which results.json and report.html are saved. */
  readonly out: string;
  readonly signal: AbortSignal;
  readonly print: (text: string) => void;
  /** Called with a text about the progress of a suite. */
  readonly progress?: (text: string) => void;
}

/**
 * Runs suites one after the other, and prints a table for each. Saves the results after every row, so that nothing is
 * lost if the run is interrupted. If a suite fails, its result contains the error, and the other suites still run.
 */
export async function bench(options: BenchOptions): Promise<Results> {
  const { suites, quick, choice = {}, repeat = 1, out, signal, print } = options;
  const folder = new ResultsFolder(out);
  const machine = describeMachine();
  const date = new Date().toISOString();
  const results: Results = { format: 1, date, quick, machine, suites: {} };
  print(`${machine.cpu}, ${machine.cores} cores, ${machine.system}, Node ${machine.node}`);
  print(
    `Load before the benchmark: ${machine.load.toFixed(2)}. On a busy machine, two workers may share a core.`,
  );
  print(
    'Figures are medians and quartiles. Contenders take turns. Compare only figures of the same run.',
  );
  for (const [name, suite] of suites) {
    if (signal.aborted) break;
    const { description } = suite;
    const result: SuiteResult = { description, complete: false, notices: [], rows: [] };
    results.suites[name] = result;
    print(`\n${name}: ${description}`);
    const notice = (text: string): void => {
      result.notices.push(text);
      print(`notice: ${text}`);
    };
    const context = { quick, choice, cores: machine.cores, signal, notice };
    await collect(repeated(suite, repeat), context, result, () => {
      folder.writeResults(results);
      options.progress?.(`${name}: ${result.rows.length} measured`);
    });
    options.progress?.('');
    if (result.rows.length > 0) print(table(result.rows));
    if (result.error !== undefined) print(`FAILED: ${result.error}`);
  }
  folder.writeResults(results);
  const charts = Object.fromEntries([...suites].map(([name, { chart }]) => [name, chart]));
  folder.writePage(results, charts);
  return results;
}

async function collect(
  suite: Suite,
  context: Context,
  result: SuiteResult,
  changed: () => void,
): Promise<void> {
  changed();
  try {
    for await (const row of suite.run(context)) {
      result.rows.push({ ...row, summary: summarize(row.samples) });
      changed();
      context.signal.throwIfAborted();
    }
    result.complete = true;
  } catch (error) {
    if (!context.signal.aborted) {
      result.error = error instanceof Error ? error.message : String(error);
    }
  }
}
