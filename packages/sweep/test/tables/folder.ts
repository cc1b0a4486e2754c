import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type OpenOptions, openTable } from '../../src/tables/open-table.ts';
import type { RandomTable } from './random-table.ts';

/** A temporary folder for one test, removed afterward. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skein-tables-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a table, part by part. */
export async function writeTable(
  path: string,
  { schema, parts }: Pick<RandomTable, 'schema' | 'parts'>,
  options?: OpenOptions,
): Promise<void> {
  const table = await openTable(path, schema, options);
  for (const rows of parts) await table.write(rows);
  await table.finish();
}
