// Writes the list of the engine's behaviors from the files that define them: before the rest, which loads it.
import { readdirSync, writeFileSync } from 'node:fs';
import { behaviorsSource } from './behaviors-source.mjs';

const folder = new URL('../packages/core/src/behaviors/', import.meta.url);

writeFileSync(new URL('index.ts', folder), behaviorsSource(readdirSync(folder)));
