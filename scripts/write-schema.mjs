// Writes scenarios/scenario.schema.json from the schema in @skein/core, for editors and other tools.
import { writeFileSync } from 'node:fs';
import { scenarioJsonSchema } from '@skein/core';

const file = new URL('../scenarios/scenario.schema.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`);
