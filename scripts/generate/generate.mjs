// Generates files from the code: the JSON Schemas of scenarios and plans, the page of behaviors, the tables of phases,
// and the scenes of models. Tests compare all of them with the code.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { scenarioJsonSchema } from '@skein/core/describe';
import { planJsonSchema } from '../../packages/sweep/dist/plan/plan-schema.js';
import { behaviorsPage } from './behaviors-page.mjs';
import { withMeasuresTables } from './measures-tables.mjs';
import { MODEL_FILES, modelScenes } from './model-scenes.mjs';
import { withPhasesTable } from './phases-table.mjs';
import { NAMED_PACKAGES, publicNames } from './public-names.mjs';
import { scenarioInputSource } from './scenario-input.mjs';
import { scenarioPage } from './scenario-page.mjs';

/** @param {string} file */
function read(file) {
  return readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
}

/** @param {string} file @param {string} text */
function write(file, text) {
  writeFileSync(new URL(`../../${file}`, import.meta.url), text);
}

write('scenarios/scenario.schema.json', `${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`);
write('packages/sweep/plan.schema.json', `${JSON.stringify(planJsonSchema(), null, 2)}\n`);
const input = 'packages/core/src/scenario/scenario-input.ts';
write(input, await scenarioInputSource());
write('docs/behaviors.md', behaviorsPage());
write('docs/scenario.md', scenarioPage());
for (const name of NAMED_PACKAGES) write(`packages/${name}/api.txt`, publicNames(name));
for (const [file, text] of await modelScenes()) write(`scenarios/${file}`, text);
const tick = 'docs/life-of-a-tick.md';
write(tick, withPhasesTable(read(tick)));
const measures = 'docs/measures.md';
write(measures, withMeasuresTables(read(measures)));

const root = fileURLToPath(new URL('../..', import.meta.url));
const biome = [
  'biome',
  'format',
  '--write',
  input,
  ...MODEL_FILES.map((file) => `scenarios/${file}`),
];
const done = spawnSync('npx', biome, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
process.exitCode = done.status ?? 1;
