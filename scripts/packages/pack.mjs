// `npm run tool -- packages [FOLDER]`: packs all published packages as files that npm, pnpm and yarn can install, into
// FOLDER or `dist` in the root.
import { mkdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { readArguments, refuse } from '../arguments.mjs';
import { root } from './manifests.mjs';
import { packAll } from './packed.mjs';

const { positionals } = readArguments(import.meta.url, { allowPositionals: true });
if (positionals.length > 1) refuse(import.meta.url, `found ${positionals.length} folders`);
const folder = resolve(positionals[0] ?? join(root, 'dist'));

mkdirSync(folder, { recursive: true });
for (const { file } of packAll(folder)) console.log(relative(process.cwd(), file));
