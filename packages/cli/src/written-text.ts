import { stat } from 'node:fs/promises';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import type { Output } from './output.ts';
import { checkSavable, saveFile } from './save-file.ts';
import { readText } from './text-file.ts';

/** A kind of file that a command generates. The command may overwrite files of this kind, but no other files. */
export interface Rewritable {
  /** How error messages describe a file that is not of this kind, for example "not a JSON Schema". */
  readonly otherwise: string;
  /** The command that writes files of this kind. */
  readonly by: string;
  readonly maxBytes: number;
  /** Whether a text is of this kind. If this function throws, the text is not of this kind. */
  holds(text: string): boolean;
}

/**
 * Calls `make`, and writes the text that it returns. The text goes to the file `out`, or to standard output if `out` is
 * undefined. Refuses to overwrite a file that is not of the given kind. `make` is called only after the check that the
 * file can be saved.
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
  // If this is not a regular file, saving reports the error.
  if (status === undefined || !status.isFile() || status.size === 0) return;
  if (!(await isOf(kind, out))) throw foreignError(out, kind);
}

/** Returns the error for an `--out` file that exists and was not written by this command. */
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
