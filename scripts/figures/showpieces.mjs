// `npm run tool -- showpieces [NAME...]`: does the sweeps of docs/experiments.md again, writes their reports to
// showpieces/, and copies their figures to docs/images. Finished runs are not repeated.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments, refuse } from '../arguments.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** For each showpiece, the figures that the page shows, by a part of their file names. */
const SHOWPIECES = {
  vicsek: { order: 'order-over-noise' },
  'flock-rules': { order: 'order-over-alignment-and-cohesion' },
  guidance: {
    pursuit: 'pursuit-over-speed-and-angle',
    augmented: 'augmented-over-speed-and-angle',
  },
  crossing: { throughput: 'throughput-over-each' },
  bottleneck: { flow: 'flow-over-width' },
};

const known = Object.keys(SHOWPIECES);
const { positionals: names } = readArguments(import.meta.url, { allowPositionals: true });
const unknown = names.find((name) => !known.includes(name));
if (unknown !== undefined) {
  refuse(import.meta.url, `found "${unknown}", expected one of ${known.join(', ')}`);
}

for (const [name, shown] of Object.entries(SHOWPIECES)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const plan = join('examples', 'sweeps', name);
  const results = join('showpieces', name);
  skein('sweep', join(plan, 'plan.json'), '--out', results);
  const curve = join(plan, 'reference.csv');
  const curves = existsSync(join(root, curve)) ? ['--curve', curve] : [];
  const figures = join(results, 'figures');
  skein('report', results, '--svg', figures, ...curves);
  for (const [key, part] of Object.entries(shown)) {
    const file = readdirSync(join(root, figures)).find((one) => one.endsWith(`-${part}.svg`));
    if (file === undefined) throw new Error(`${figures}: found no figure of ${part}`);
    copyFileSync(join(root, figures, file), join(root, 'docs', 'images', `${name}-${key}.svg`));
  }
}

/** @param {string[]} args */
function skein(...args) {
  const command = join('packages', 'cli', 'bin', 'skein.js');
  const { status } = spawnSync(process.execPath, [command, ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
