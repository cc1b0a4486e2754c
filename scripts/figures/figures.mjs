// Measures the figures that the tables of the documentation print, and writes those that have changed into the pages:
//
//   npm run tool -- figures                    all of them, in some minutes
//   npm run tool -- figures bees flocks     those of these names
//   npm run tool -- figures --list          prints the names and their pages
//
// They are deterministic, so every machine prints the same. `npm run test:long` compares all of them with the pages.
// Times are not among them: the benchmark measures those.
import { readFileSync, writeFileSync } from 'node:fs';
import { readArguments, refuse } from '../arguments.mjs';
import { withFigure } from './figure.mjs';
import { FIGURES } from './index.mjs';

const { values, positionals } = readArguments(import.meta.url, {
  options: { list: { type: 'boolean', default: false } },
  allowPositionals: true,
});
for (const name of positionals) {
  if (Object.hasOwn(FIGURES, name)) continue;
  const known = Object.keys(FIGURES).join(', ');
  refuse(import.meta.url, `found "${name}", expected one of ${known}`);
}
for (const [name, figure] of Object.entries(FIGURES)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  if (values.list) console.log(`${name.padEnd(12)} ${figure.page}`);
  else await measure(name, figure);
}

/** @param {string} name @param {import('./figure.mjs').Figure} figure */
async function measure(name, figure) {
  const file = new URL(`../../${figure.page}`, import.meta.url);
  const rows = await figure.rows();
  const before = readFileSync(file, 'utf8');
  const after = withFigure(before, figure, rows);
  if (after !== before) writeFileSync(file, after);
  console.log(`${name}: ${after === before ? 'as in' : 'changed in'} ${figure.page}`);
  for (const row of rows) console.log(`  ${row.map((cell) => cell ?? '').join(' | ')}`);
}
