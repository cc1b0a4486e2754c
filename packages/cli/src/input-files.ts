import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
// tinyglobby: what Vite finds files with; node:fs has no glob before Node 22.
import { glob, isDynamicPattern } from 'tinyglobby';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';

/**
 * The files that paths and patterns name, each once: those of a pattern in the order of their names. A pattern
 * that begins with "!" takes files away; "-" is standard input.
 *
 * @throws CliError for a pattern that no file matches
 */
export async function inputFiles(patterns: readonly string[]): Promise<readonly string[]> {
  const isExcluded = (pattern: string) => pattern.startsWith('!') && !existsSync(pattern);
  const ignore = patterns.filter(isExcluded).map((pattern) => pattern.slice(1));
  const files = new Set<string>();
  for (const pattern of patterns) {
    if (isExcluded(pattern)) continue;
    // A name with brackets is a name first.
    if (pattern === '-' || existsSync(pattern) || !isDynamicPattern(pattern)) files.add(pattern);
    else for (const file of await filesOf(pattern)) files.add(file);
  }
  const excluded = ignore.length === 0 ? [] : await glob(ignore, { expandDirectories: false });
  const taken = new Set(excluded.map((file) => resolve(file)));
  const left = [...files].filter((file) => file === '-' || !taken.has(resolve(file)));
  if (left.length > 0) return left;
  throw new CliError(EXIT.usage, 'found no file to check, expected at least one');
}

async function filesOf(pattern: string): Promise<readonly string[]> {
  const found = await glob(pattern, { expandDirectories: false });
  if (found.length > 0) return found.sort();
  throw new CliError(EXIT.file, `found no file that matches ${pattern}, expected at least one`);
}
