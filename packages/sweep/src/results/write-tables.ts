import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plan, planJson } from '../plan/plan.ts';
import { openTable, TABLE_FORMATS, type TableFormat } from '../tables/open-table.ts';
import type { Rows, TableWriter } from '../tables/table.ts';
import type { Finished } from './finished.ts';
import { type Cell, runsTable, samplesTable } from './result-columns.ts';
import { PLAN_FILE, scenarioHash } from './results-folder.ts';

/** Rows that are given to a writer at a time. */
const BATCH = 4096;

/**
 * Writes the tables of a sweep, a row for each run and a row for each sample, in the order of the runs. Each file
 * is put in its place when it is whole.
 *
 * @returns the files that were written
 * @throws FileError when they cannot be written, or a journal cannot be read
 */
export async function writeTables(
  results: string,
  plan: Plan,
  finished: Finished,
  format: TableFormat,
): Promise<string[]> {
  let done = 0;
  for (let index = 0; index < plan.runs; index++) if (finished.has(index)) done++;
  const metadata = metadataOf(results, plan, done);
  const tables = { runs: runsTable(plan), samples: samplesTable(plan) };
  const written: string[] = [];
  for (const [name, { columns, rows }] of Object.entries(tables)) {
    const path = join(results, `${name}.${format}`);
    const writer = await openTable(path, { columns, metadata }, { whole: true });
    try {
      const batch = new Batch(columns.length, writer);
      for (let index = 0; index < plan.runs; index++) {
        const result = await finished.result(index);
        if (result !== undefined) for (const row of rows(result)) await batch.add(row);
      }
      await batch.flush();
      await writer.finish();
    } catch (error) {
      await writer.abandon();
      throw error;
    }
    written.push(path);
  }
  return written;
}

/** Deletes the tables of a folder: those of another plan would be taken for those of this one. */
export async function removeTables(results: string): Promise<void> {
  for (const name of ['runs', 'samples']) {
    for (const format of TABLE_FORMATS) {
      await unlink(join(results, `${name}.${format}`)).catch(() => {});
    }
  }
}

/** What a table tells of itself. */
function metadataOf(results: string, plan: Plan, done: number): Record<string, string> {
  const folder = quoted(results);
  return {
    engine: plan.engine,
    scenarioHash: scenarioHash(plan),
    plan: JSON.stringify(planJson(plan)),
    command: `skein sweep ${quoted(join(results, PLAN_FILE))}`,
    rerun: `skein rerun ${folder} --run RUN`,
    complete: `${done} of ${plan.runs} runs`,
  };
}

/** A path as a shell reads it. */
export function quoted(path: string): string {
  return /^[\w./:@%+,=-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

/** Gathers rows into the columns that a writer takes. */
class Batch {
  readonly #writer: TableWriter;
  #columns: Cell[][];

  constructor(columns: number, writer: TableWriter) {
    this.#writer = writer;
    this.#columns = Array.from({ length: columns }, () => []);
  }

  async add(row: readonly Cell[]): Promise<void> {
    for (const [at, cell] of row.entries()) this.#columns[at].push(cell);
    if (this.#columns[0].length >= BATCH) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#columns[0].length === 0) return;
    await this.#writer.write(this.#columns as Rows);
    this.#columns = this.#columns.map(() => []);
  }
}
