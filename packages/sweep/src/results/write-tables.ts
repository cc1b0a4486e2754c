import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobResult } from '../jobs/job.ts';
import { type Plan, planJson } from '../plan/plan.ts';
import { openTable } from '../tables/open-table.ts';
import type { Rows, TableWriter } from '../tables/table.ts';
import { TABLE_FORMATS, type TableFormat } from '../tables/table-format.ts';
import type { Finished } from './finished.ts';
import { type Cell, runsTable, samplesTable } from './result-columns.ts';
import { scenarioHash } from './results-folder.ts';

/** The number of rows that are passed to a writer at a time. */
const BATCH = 4096;

/**
 * Writes the tables of a sweep, with a row for each run and a row for each sample, in the order of the runs. Each file
 * appears at its path when it is complete.
 *
 * @returns the paths of the written files
 * @throws FileError when a table cannot be written, or a journal cannot be read
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
  const open: OpenTable[] = [];
  try {
    for (const [name, { columns, rows }] of Object.entries(tables)) {
      const path = join(results, `${name}.${format}`);
      const writer = await openTable(path, { columns, metadata }, { whole: true });
      open.push({ path, writer, batch: new Batch(columns.length, writer), rows });
    }
    // Both tables are written in one pass, because reading the journals takes as long as writing a table.
    for (let index = 0; index < plan.runs; index++) {
      const result = finished.result(index);
      if (result === undefined) continue;
      for (const { batch, rows } of open) {
        for (const row of rows(result)) if (batch.add(row)) await batch.flush();
      }
    }
    for (const { batch } of open) await batch.flush();
    for (const { writer } of open) await writer.finish();
  } catch (error) {
    for (const { writer } of open) await writer.abandon();
    throw error;
  }
  return open.map(({ path }) => path);
}

/** A table that is being written. */
interface OpenTable {
  readonly path: string;
  readonly writer: TableWriter;
  readonly batch: Batch;
  readonly rows: (result: JobResult) => Cell[][];
}

/** Deletes the tables in a folder, since tables of another plan could be mistaken for the tables of this plan. */
export async function removeTables(results: string): Promise<void> {
  for (const name of ['runs', 'samples']) {
    for (const format of TABLE_FORMATS) {
      await unlink(join(results, `${name}.${format}`)).catch(() => {});
    }
  }
}

/** Deletes what attempts that were killed have left in the folder of trajectories. No run may need it any more. */
export async function removeParts(trajectories: string): Promise<void> {
  for (const name of await readdir(trajectories).catch(() => [])) {
    if (!/^\.[\da-f]+\.part\..*\.tmp$/.test(name)) continue;
    await unlink(join(trajectories, name)).catch(() => {});
  }
}

/** Returns the metadata of a table. */
function metadataOf(results: string, plan: Plan, done: number): Record<string, string> {
  const folder = quoted(results);
  return {
    engine: plan.engine,
    scenarioHash: scenarioHash(plan),
    plan: JSON.stringify(planJson(plan)),
    command: `skein sweep ${folder}`,
    rerun: `skein rerun ${folder} --run RUN`,
    complete: `${done} of ${plan.runs} runs`,
  };
}

/** Quotes a path for a shell if necessary. */
export function quoted(path: string): string {
  return /^[\w./:@%+,=-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

/** Collects rows into columns, as a table writer expects them. */
class Batch {
  readonly #writer: TableWriter;
  #columns: Cell[][];

  constructor(columns: number, writer: TableWriter) {
    this.#writer = writer;
    this.#columns = Array.from({ length: columns }, () => []);
  }

  /** Adds a row. Returns whether the batch is full and should be written. */
  add(row: readonly Cell[]): boolean {
    for (let at = 0; at < row.length; at++) this.#columns[at].push(row[at]);
    return this.#columns[0].length >= BATCH;
  }

  async flush(): Promise<void> {
    if (this.#columns[0].length === 0) return;
    await this.#writer.write(this.#columns as Rows);
    this.#columns = this.#columns.map(() => []);
  }
}
