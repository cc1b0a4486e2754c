// Writes the files that are made from other sources and are not in git. Runs before anything is compiled, because core
// and its kernels include some of them. Nothing is done if no source has changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { replace } from '../packages/bundles.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const STAMP = join(ROOT, 'node_modules', '.skein-generated');

const OUTPUTS = [
  'docs/behaviors.md',
  'docs/scenario.md',
  'packages/core/assembly/columns.ts',
  'packages/core/src/behaviors/index.ts',
  'packages/core/src/scenario/scenario-input.ts',
  'packages/core/src/scenario/slot-table.ts',
  'scenarios/scenario.schema.json',
];

/** What decides the texts: files and folders. The lockfile stands for the packages that write them. */
const SOURCES = ['packages/core/src', 'scripts/generate', 'pnpm-lock.yaml'];
/** The kernels in hexadecimal and their types, which scripts/build-wasm.mjs makes afterwards. */
const LATER = ['packages/core/src/simd/bytes.ts', 'packages/core/src/simd/exports.ts'];

const stamp = stateOfSources();
const isUpToDate =
  existsSync(STAMP) &&
  readFileSync(STAMP, 'utf8') === stamp &&
  OUTPUTS.every((file) => existsSync(join(ROOT, file)));
if (!isUpToDate) {
  // Loaded only now, because the packages that write the texts take half a second to load.
  const { texts } = await import('./texts.mjs');
  for await (const [file, text] of texts(ROOT)) replace(join(ROOT, file), text);
  replace(STAMP, stamp);
}

function stateOfSources() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(filesOf)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} source a file or a folder
 * @returns {string[]} files, relative to the root
 */
function filesOf(source) {
  if (/\.\w+$/.test(source)) return [source];
  const names = readdirSync(join(ROOT, source), { encoding: 'utf8', recursive: true }).sort();
  const files = names.map((name) => `${source}/${name.replaceAll('\\', '/')}`);
  return files.filter(
    (file) => /\.(ts|mjs)$/.test(file) && !OUTPUTS.includes(file) && !LATER.includes(file),
  );
}
