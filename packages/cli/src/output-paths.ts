import { randomBytes } from 'node:crypto';
import * as nodeFs from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { leadsTo } from '@skein/sweep/files';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import type { RunOptions } from './run-options.ts';

/** Rows on standard output leave room for nothing else there. */
export function refuseMixedOutput({ csv, hash, json, measure, out }: RunOptions): void {
  if (out !== undefined && measure === undefined) {
    throw new CliError(EXIT.usage, `--out: found ${out} without --measure, expected both`);
  }
  const isMeasured = measure !== undefined && out === undefined;
  const rows = csv === '-' ? '--csv: found -' : '--measure: found no --out';
  if (csv !== '-' && !isMeasured) return;
  const others = [isMeasured && csv === '-' && '--measure', hash && '--hash', json && '--json'];
  const other = others.find((one) => typeof one === 'string');
  if (other === undefined) return;
  throw new CliError(
    EXIT.usage,
    `${rows} together with ${other}, which also writes to standard output; expected a path`,
  );
}

type RunPaths = Pick<RunOptions, 'agents' | 'field' | 'out' | 'csv' | 'save' | 'record' | 'resume'>;

const SCENARIO = 'FILE';

/** What is asked of the disk. */
type LookingFs = Pick<typeof nodeFs, 'open' | 'readlink' | 'realpath' | 'stat' | 'unlink'>;

/** An output that is also the scenario, or another output, would be lost. */
export async function refuseOverwrite(
  path: string | undefined,
  { agents, field, out, csv, save, record, resume }: RunPaths,
  fs: LookingFs = nodeFs,
): Promise<void> {
  const taken = new Map<string, string>();
  const take = async (name: string, file: string | undefined, mayShare?: string): Promise<void> => {
    if (file === undefined || file === '-') return;
    const key = await identityOf(file, fs);
    const other = taken.get(key) ?? (await alikeOf(key));
    if (other === undefined) taken.set(key, name);
    else if (other !== mayShare) {
      const what = other === SCENARIO ? 'the scenario itself' : `the file of ${other}`;
      throw new CliError(EXIT.usage, `${name}: found ${file}, ${what}; expected another file`);
    }
  };
  const alikeOf = async (key: string): Promise<string | undefined> => {
    for (const [other, name] of taken) if (await areOne(other, key, fs)) return name;
    return undefined;
  };
  await take(SCENARIO, path);
  await take('--resume', resume);
  // What a run continued from, it may replace.
  await take('--save', save, '--resume');
  await take('--record', record);
  await take('--csv', csv);
  await take('--agents', agents);
  for (const one of field ?? []) await take('--field', one.path);
  await take('--out', out);
}

/** A file by its place on the disk, so that two paths to it are the same; one that is not there yet by where it will be. */
async function identityOf(path: string, fs: LookingFs): Promise<string> {
  const status = await fs.stat(path, { bigint: true }).catch(() => undefined);
  if (status?.isFile()) return `${status.dev} ${status.ino}`;
  // What cannot be followed cannot be written either; that says so in its own words.
  return await leadsTo(path, fs).catch(() => resolve(path));
}

/**
 * Whether two files that are not there yet, and whose names differ in no more than case and the way
 * accents are encoded, would be one. Disks differ in that, and so do folders of a disk: only a file that is
 * put there shows it. It is hidden, has a name of its own, and is taken away again.
 */
async function areOne(one: string, other: string, fs: LookingFs): Promise<boolean> {
  if (folded(one) !== folded(other)) return false;
  const begin = `.${randomBytes(6).toString('hex')}.`;
  const [probe, twin] = [one, other].map((path) => join(dirname(path), begin + basename(path)));
  try {
    await (await fs.open(probe, 'wx')).close();
  } catch {
    // What cannot be written there says so in its own words.
    return false;
  }
  try {
    return (await fs.stat(twin).catch(() => undefined)) !== undefined;
  } finally {
    await fs.unlink(probe).catch(() => {});
  }
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
