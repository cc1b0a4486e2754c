// Writes what is in git although it is made from the code: the JSON Schema of plans, the lists of public names, the
// tables of two pages, and the scenes of models. Tests compare all but the scenes with the code.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { planJsonSchema } from '../../packages/sweep/dist/plan/plan-schema.js';
import { withMeasuresTables } from './measures-tables.mjs';
import { MODEL_FILES, modelScenes } from './model-scenes.mjs';
import { withPhasesTable } from './phases-table.mjs';
import { NAMED_PACKAGES, publicNames } from './public-names.mjs';

/** @param {string} file */
function read(file) {
  return readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
}

/** @param {string} file @param {string} text */
function write(file, text) {
  writeFileSync(new URL(`../../${file}`, import.meta.url), text);
}

write('packages/sweep/plan.schema.json', `${JSON.stringify(planJsonSchema(), null, 2)}\n`);
for (const name of NAMED_PACKAGES) write(`packages/${name}/api.txt`, publicNames(name));
for (const [file, text] of await modelScenes()) write(`scenarios/${file}`, text);
const tick = 'docs/life-of-a-tick.md';
write(tick, withPhasesTable(read(tick)));
const measures = 'docs/measures.md';
write(measures, withMeasuresTables(read(measures)));

const root = fileURLToPath(new URL('../..', import.meta.url));
const biome = ['biome', 'format', '--write', ...MODEL_FILES.map((file) => `scenarios/${file}`)];
const done = spawnSync('npx', biome, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
process.exitCode = done.status ?? 1;
