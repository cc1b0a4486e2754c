// Copies the scenes and their JSON Schema into the package: `@skein/core/scenarios/NAME.json`.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const core = join(dirname(fileURLToPath(import.meta.url)), '..');
const from = join(core, '..', '..', 'scenarios');
const to = join(core, 'dist', 'scenarios');

mkdirSync(to, { recursive: true });
const names = new Set(readdirSync(from).filter((name) => name.endsWith('.json')));
for (const name of readdirSync(to)) if (!names.has(name)) rmSync(join(to, name));
for (const name of names) {
  const bytes = readFileSync(join(from, name));
  const file = join(to, name);
  if (!existsSync(file) || !readFileSync(file).equals(bytes)) writeFileSync(file, bytes);
}
