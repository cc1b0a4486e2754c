import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import { leadsTo } from './leads-to.ts';
import type { RunOptions } from './run-options.ts';

/** Rows on standard output leave room for nothing else there. */
export function refuseMixedOutput({ csv, hash, json }: RunOptions): void {
  if (csv !== '-' || !(hash || json)) return;
  const other = hash ? '--hash' : '--json';
  throw new CliError(
    EXIT.usage,
    `--csv: found - together with ${other}, which also writes to standard output; expected a path`,
  );
}

const SCENARIO = 'FILE';

/** An output that is also the scenario, or another output, would be lost. */
export async function refuseOverwrite(
  path: string | undefined,
  { csv, save, record, resume }: RunOptions,
): Promise<void> {
  const taken = new Map<string, string>();
  const take = async (name: string, file: string | undefined, mayShare?: string): Promise<void> => {
    if (file === undefined || file === '-') return;
    const key = await identityOf(file);
    const other = taken.get(key);
    if (other === undefined) taken.set(key, name);
    else if (other !== mayShare) {
      const what = other === SCENARIO ? 'the scenario itself' : `the file of ${other}`;
      throw new CliError(EXIT.usage, `${name}: found ${file}, ${what}; expected another file`);
    }
  };
  await take(SCENARIO, path);
  await take('--resume', resume);
  // What a run went on from, it may replace.
  await take('--save', save, '--resume');
  await take('--record', record);
  await take('--csv', csv);
}

/** A file by its place on the disk, so that two paths to it are the same; one that is not there yet by where it will be. */
async function identityOf(path: string): Promise<string> {
  const status = await stat(path, { bigint: true }).catch(() => undefined);
  if (status?.isFile()) return `${status.dev} ${status.ino}`;
  // What cannot be followed cannot be written either; that says so in its own words.
  return await leadsTo(path).catch(() => resolve(path));
}
