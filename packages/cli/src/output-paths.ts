import { randomBytes } from 'node:crypto';
import * as nodeFs from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { leadsTo } from '@skein/sweep/files';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import type { RunOptions } from './run-options.ts';

/** Refuses options that would mix rows on standard output with other output, or that need another option. */
export function refuseUnfit({ trajectories, only, hash, json, measure, out }: RunOptions): void {
  if (out !== undefined && measure === undefined) {
    throw new CliError(EXIT.usage, `--out: found ${out} without --measure, expected both`);
  }
  if (only !== undefined && trajectories === undefined) {
    throw new CliError(EXIT.usage, `--only: found ${only} without --trajectories, expected both`);
  }
  const isMeasured = measure !== undefined && out === undefined;
  const isStreamed = trajectories === '-';
  const rows = isStreamed ? '--trajectories: found -' : '--measure: found no --out';
  if (!isStreamed && !isMeasured) return;
  const others = [isMeasured && isStreamed && '--measure', hash && '--hash', json && '--json'];
  const other = others.find((other) => typeof other === 'string');
  if (other === undefined) return;
  throw new CliError(
    EXIT.usage,
    `${rows} together with ${other}, which also writes to standard output; expected a path`,
  );
}

type RunPaths = Pick<RunOptions, 'trajectories' | 'field' | 'out' | 'save' | 'record' | 'resume'>;

const SCENARIO = 'FILE';

/** The functions of the file system that the checks of output paths use. */
type LookingFs = Pick<typeof nodeFs, 'open' | 'readlink' | 'realpath' | 'stat' | 'unlink'>;

/** Refuses an output file that is also the scenario or another output, since one file would overwrite the other. */
export async function refuseOverwrite(
  path: string | undefined,
  { trajectories, field, out, save, record, resume }: RunPaths,
  fs: LookingFs = nodeFs,
): Promise<void> {
  const taken = new Map<string, string>();
  const take = async (name: string, file: string | undefined, mayShare?: string): Promise<void> => {
    if (file === undefined || file === '-') return;
    const key = await identityOf(file, fs);
    const other = taken.get(key) ?? (await alikeOf(key));
    if (other === undefined) taken.set(key, name);
    else if (other !== mayShare) {
      const what = other === SCENARIO ? 'the input itself' : `the file of ${other}`;
      throw new CliError(EXIT.usage, `${name}: found ${file}, ${what}; expected another file`);
    }
  };
  const alikeOf = async (key: string): Promise<string | undefined> => {
    for (const [other, name] of taken) if (await areOne(other, key, fs)) return name;
    return undefined;
  };
  await take(SCENARIO, path);
  await take('--resume', resume);
  // A run may overwrite the snapshot that it was resumed from.
  await take('--save', save, '--resume');
  await take('--record', record);
  await take('--trajectories', trajectories);
  for (const output of field ?? []) await take('--field', output.path);
  await take('--out', out);
}

/**
 * Identifies a file by device and inode, so that two paths to the same file have the same identity. A file that does
 * not exist yet is identified by the path where it will be created.
 */
async function identityOf(path: string, fs: LookingFs): Promise<string> {
  const status = await fs.stat(path, { bigint: true }).catch(() => undefined);
  if (status?.isFile()) return `${status.dev} ${status.ino}`;
  // A link that cannot be followed cannot be written either; writing reports the error.
  return await leadsTo(path, fs).catch(() => resolve(path));
}

/**
 * Whether two paths lead to the same new file. This is possible if the names differ only in upper and lower case, or in
 * the encoding of accents. The answer depends on the disk, and even on the folder. So the only way to find out is to
 * create a test file. The test file is hidden, has a random name, and is deleted again.
 */
async function areOne(one: string, other: string, fs: LookingFs): Promise<boolean> {
  if (folded(one) !== folded(other)) return false;
  const begin = `.${randomBytes(6).toString('hex')}.`;
  const [probe, twin] = [one, other].map((path) => join(dirname(path), begin + basename(path)));
  try {
    await (await fs.open(probe, 'wx')).close();
  } catch {
    // If the folder cannot be written to, writing the output reports the error.
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
