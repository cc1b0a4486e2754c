import { stat } from 'node:fs/promises';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import type { Output } from './output.ts';
import { checkSavable, saveFile } from './save-file.ts';
import { readText } from './text-file.ts';

/** A kind of file that the command can write again from what it is given. */
export interface Rewritable {
  /** What any other file is: "not a JSON Schema". */
  readonly otherwise: string;
  /** The command that writes it. */
  readonly by: string;
  readonly maxBytes: number;
  /** Whether a text is of this kind; one that throws is not. */
  holds(text: string): boolean;
}

/**
 * Writes a text to a file, or to standard output without one. `make` is called once it is sure that the file can be
 * saved. A file of another kind would be lost, and is refused.
 *
 * @throws CliError
 */
export async function writeText(
  out: string | undefined,
  kind: Rewritable,
  make: () => Promise<string>,
  output: Output,
): Promise<void> {
  if (out === undefined) return await output.write(await make());
  await refuseForeign(out, kind);
  await checkSavable(out);
  await saveFile(out, new TextEncoder().encode(await make()));
}

async function refuseForeign(out: string, kind: Rewritable): Promise<void> {
  const status = await stat(out).catch(() => undefined);
  // What is not a plain file cannot be saved to, which says so in its own words.
  if (status === undefined || !status.isFile() || status.size === 0) return;
  if (!(await isOf(kind, out))) throw foreignError(out, kind);
}

/** Of a file that `--out` names, and that no run of the command has written. */
export function foreignError(
  out: string,
  { otherwise, by }: Pick<Rewritable, 'otherwise' | 'by'>,
): CliError {
  return new CliError(
    EXIT.usage,
    `--out: found ${out}, which is ${otherwise} and would be lost; expected a new file, or one that ${by} wrote`,
  );
}

async function isOf({ maxBytes, holds }: Rewritable, path: string): Promise<boolean> {
  try {
    return holds(await readText(path, maxBytes));
  } catch {
    return false;
  }
}
