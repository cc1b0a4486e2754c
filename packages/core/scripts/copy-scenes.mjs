// Copies the scenes and their JSON Schema into the package: `@skein/core/scenarios/NAME.json`, of models
// `@skein/core/scenarios/models/NAME.json`.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const core = join(dirname(fileURLToPath(import.meta.url)), '..');
const from = join(core, '..', '..', 'scenarios');
const to = join(core, 'dist', 'scenarios');

/** @param {string} folder */
const filesOf = (folder) => {
  const files = readdirSync(folder, { encoding: 'utf8', recursive: true });
  return files.filter((name) => name.endsWith('.json'));
};

mkdirSync(join(to, 'models'), { recursive: true });
const names = new Set(filesOf(from));
for (const name of filesOf(to)) if (!names.has(name)) rmSync(join(to, name));
for (const name of names) {
  const bytes = readFileSync(join(from, name));
  const file = join(to, name);
  if (!existsSync(file) || !readFileSync(file).equals(bytes)) writeFileSync(file, bytes);
}
