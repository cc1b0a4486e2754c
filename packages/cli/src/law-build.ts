import { stat } from 'node:fs/promises';
import { lawsText, MAX_LAWS_BYTES, readLawsText } from '@skein/core/laws';
import { CliError } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { importLaws, isModule } from './law-module.ts';
import type { Output } from './output.ts';
import { checkSavable, saveFile } from './save-file.ts';
import { readText } from './text-file.ts';

export interface LawBuildOptions {
  /** The file that gets the laws; standard output when left out. */
  readonly out?: string;
}

/** `skein law build FILE`: writes the laws that a module exports as JSON, which needs no code. */
export async function lawBuild(
  path: string,
  { out }: LawBuildOptions,
  output: Output,
): Promise<ExitCode> {
  if (!isModule(path)) {
    const expected = 'expected a module: .js, .mjs, .ts or .mts';
    throw new CliError(EXIT.usage, `found ${path}, ${expected}`);
  }
  if (out !== undefined) {
    await refuseForeign(out);
    await checkSavable(out);
  }
  const text = lawsText(await importLaws(path));
  if (out === undefined) await output.write(text);
  else await saveFile(out, new TextEncoder().encode(text));
  return EXIT.ok;
}

/** Laws may be built again from their module. What else is there would be lost. */
async function refuseForeign(out: string): Promise<void> {
  const status = await stat(out).catch(() => undefined);
  // What is not a plain file cannot be saved to, which says so in its own words.
  if (status === undefined || !status.isFile() || status.size === 0) return;
  if (await holdsLaws(out)) return;
  throw new CliError(
    EXIT.usage,
    `--out: found ${out}, which is no list of laws and would be lost; expected a new file, or one that law build wrote`,
  );
}

async function holdsLaws(path: string): Promise<boolean> {
  try {
    const text = await readText(path, MAX_LAWS_BYTES);
    // A scenario holds laws as well, and more.
    return text.startsWith('[') && readLawsText(text).length > 0;
  } catch {
    return false;
  }
}
