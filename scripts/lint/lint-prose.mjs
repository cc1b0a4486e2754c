// Part of `npm run lint`: runs textlint on the documents, and on the comments and messages of the sources. It enforces
// the words of scripts/lint/prose/words.yml, and limits sentences to 300 characters in documents and 200 in comments.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter, loadLinterFormatter, loadTextlintrc } from 'textlint';
import { commentsOf, proseOf } from './prose/prose-of.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/*.md',
  'examples/*.md',
  'packages/*/README.md',
];
const SOURCES = [
  'packages/*/src/*.ts',
  'packages/*/src/*.tsx',
  'bench/src/*.ts',
  'examples/*.ts',
  'examples/*.mjs',
  'scripts/*.mjs',
];

process.chdir(root);
const documents = createLinter({ descriptor: await loadRules('documents') });
const sources = createLinter({ descriptor: await loadRules('sources') });
const comments = createLinter({ descriptor: await loadRules('comments') });
const results = await documents.lintFiles(tracked(DOCUMENTS));
for (const file of tracked(SOURCES)) {
  const source = readFileSync(file, 'utf8');
  // Lines have the same numbers as in the file.
  const { messages } = await sources.lintText(proseOf(source), 'source.md');
  const { text, lines } = commentsOf(source);
  const long = await comments.lintText(text, 'source.md');
  const placed = long.messages.map((message) => ({ ...message, line: lines[message.line - 1] }));
  results.push({ filePath: join(root, file), messages: [...messages, ...placed] });
}
const wrong = results.filter(({ messages }) => messages.length > 0);
if (wrong.length > 0) {
  const formatter = await loadLinterFormatter({ formatterName: 'unix' });
  console.error(formatter.format(wrong));
  process.exitCode = 1;
}

/** @param {string} name the name of a file in scripts/lint/prose */
async function loadRules(name) {
  return await loadTextlintrc({ configFilePath: join(root, `scripts/lint/prose/${name}.json`) });
}

/** @param {readonly string[]} patterns patterns of git */
function tracked(patterns) {
  const listed = execFileSync('git', ['ls-files', '--', ...patterns], { encoding: 'utf8' });
  return listed.split('\n').filter((file) => file !== '');
}
