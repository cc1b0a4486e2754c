// Part of `npm run lint`: checks the words and the lengths of sentences in documents, in comments and messages of
// sources, and in descriptions of scenes.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { proseProblems } from './prose/problems.mjs';

/** Patterns of git. */
const FILES = [
  '*.md',
  ':!CHANGELOG.md',
  ':!CODE_OF_CONDUCT.md',
  ':!.changeset',
  'packages/*/src/*.ts',
  'packages/*/src/*.tsx',
  'bench/src/*.ts',
  'examples/*.ts',
  'examples/*.mjs',
  'scripts/*.mjs',
  'scenarios/*.json',
];

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const listed = execFileSync('git', ['ls-files', '--', ...FILES], { encoding: 'utf8' });
const files = listed.split('\n').filter((file) => file !== '' && existsSync(file));
const problems = files.flatMap((file) => proseProblems(file, readFileSync(file, 'utf8')));
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
