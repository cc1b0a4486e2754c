// Generates the list of the engine's behaviors from the files that define them. Runs first, because the other
// generators load this list.
import { readdirSync, writeFileSync } from 'node:fs';
import { behaviorsSource } from './behaviors-source.mjs';

const folder = new URL('../../packages/core/src/behaviors/', import.meta.url);

writeFileSync(new URL('index.ts', folder), behaviorsSource(readdirSync(folder)));
