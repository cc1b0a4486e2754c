// Generates the table of slots, which kernels and threads read instead of the schema, and the numbers of the columns
// for the SIMD kernels. Runs before the other generators, which load these kernels.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { slotSource } from '../../packages/core/dist/scenario/slot-source.js';
import { columnsSource } from '../../packages/core/dist/world/tables.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const file = 'packages/core/src/scenario/slot-table.ts';

writeFileSync(new URL(`../../${file}`, import.meta.url), slotSource());
writeFileSync(new URL('../../packages/core/assembly/columns.ts', import.meta.url), columnsSource());
const biome = ['biome', 'check', '--write', file];
const done = spawnSync('npx', biome, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
process.exitCode = done.status ?? 1;
