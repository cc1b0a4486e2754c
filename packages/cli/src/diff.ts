import { compareWorlds, readReplay, restore } from '@skein/core';
import { type SavedKind, savedKind } from '@skein/core/describe';
import { TableError, tableFormat } from '@skein/sweep/table-format';
import { differenceText, tracesText } from './difference-text.ts';
import { CliError } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { type Output, tell } from './output.ts';
import { readSaved } from './saved-file.ts';
import { readHead } from './text-file.ts';

export interface DiffOptions {
  /** By how much numbers in tables may differ. Default: 0. */
  readonly tolerance?: number;
  /** By what fraction of the larger number numbers in tables may differ. Default: 0. */
  readonly relative?: number;
  readonly json?: boolean;
}

/** `skein diff A B`: tells the first difference between two snapshots, two replays or two tables. */
export async function diff(
  a: string,
  b: string,
  options: DiffOptions,
  output: Output,
): Promise<ExitCode> {
  const [kind, other] = [await kindOf(a), await kindOf(b)];
  if (kind !== other) {
    const found = `found a ${kind} (${a}) and a ${other} (${b})`;
    throw new CliError(EXIT.usage, `${found}, expected two snapshots, two replays or two tables`);
  }
  if (kind === 'table') return diffTables(a, b, options, output);
  sayWithoutEffect('--tolerance', options.tolerance !== undefined);
  sayWithoutEffect('--relative', options.relative !== undefined);
  const difference =
    kind === 'replay'
      ? compareWorlds(await readSaved(a, kind, readReplay), await readSaved(b, kind, readReplay))
      : compareWorlds(await readSaved(a, kind, restored), await readSaved(b, kind, restored));
  const text = difference === undefined ? `equal: two ${kind}s\n` : differenceText(difference);
  const isEqual = difference === undefined;
  await output.write(options.json ? line({ kind, isEqual, difference: difference ?? null }) : text);
  return isEqual ? EXIT.ok : EXIT.diverged;
}

function restored(bytes: Uint8Array) {
  return restore(bytes, { maxWorkers: 1 });
}

function sayWithoutEffect(option: string, given: boolean): void {
  if (given) tell(`${option} has no effect on snapshots and replays, which are compared exactly`);
}

async function diffTables(
  a: string,
  b: string,
  { tolerance = 0, relative = 0, json }: DiffOptions,
  output: Output,
): Promise<ExitCode> {
  const { compareTraces } = await import('./compare-traces.ts');
  const { FileError } = await import('@skein/sweep/tables');
  try {
    const found = await compareTraces(a, b, { tolerance, relative });
    const { difference, onlyA, onlyB } = found;
    const isEqual = difference === undefined && onlyA.length === 0 && onlyB.length === 0;
    await output.write(
      json
        ? line({ kind: 'table', isEqual, ...found, difference: difference ?? null })
        : tracesText(found),
    );
    return isEqual ? EXIT.ok : EXIT.diverged;
  } catch (error) {
    const cause = error;
    if (error instanceof TableError) throw new CliError(EXIT.refused, error.message, { cause });
    if (error instanceof FileError) throw new CliError(EXIT.file, error.message, { cause });
    throw error;
  }
}

function line(result: object): string {
  return `${JSON.stringify(result)}\n`;
}

/** Tells what a file is, by its first bytes or by its name. @throws CliError */
async function kindOf(path: string): Promise<SavedKind | 'table'> {
  const saved = savedKind(await readHead(path));
  if (saved !== undefined) return saved;
  try {
    tableFormat(path);
    return 'table';
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    const found = 'found neither a snapshot nor a replay';
    const expected = `expected one of them, or a table with ${error.expected}`;
    throw new CliError(EXIT.refused, `${path}: ${found}, ${expected}`, { cause: error });
  }
}
