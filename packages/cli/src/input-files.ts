import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
// tinyglobby, which Vite also uses: node:fs has no glob before Node 22.
import { glob, isDynamicPattern } from 'tinyglobby';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';

/**
 * Returns the files that paths and patterns match, without duplicates. The files of a pattern are sorted by name. A
 * pattern that begins with "!" excludes files; "-" is standard input.
 *
 * @throws CliError for a pattern that matches no file
 */
export async function inputFiles(patterns: readonly string[]): Promise<readonly string[]> {
  const isExcluded = (pattern: string) => pattern.startsWith('!') && !existsSync(pattern);
  const ignore = patterns.filter(isExcluded).map((pattern) => pattern.slice(1));
  const files = new Set<string>();
  for (const pattern of patterns) {
    if (isExcluded(pattern)) continue;
    // If a file has this name, brackets in the name are not a pattern.
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
