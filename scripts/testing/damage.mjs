// `npm run tool -- damage [KILLS]`: flips each bit of a snapshot of 64 KiB, and cuts it off at each length. Every one
// of these 600,000 files must be refused. Then it kills KILLS processes, 1,000 by default, while they save a file. `npm
// test` tries a few of both.
import { readArguments, refuse } from '../arguments.mjs';
import { runTests } from './run-tests.mjs';

const { positionals } = readArguments(import.meta.url, { allowPositionals: true });
const [kills = '1000', ...others] = positionals;
if (!/^[1-9]\d*$/.test(kills) || others.length > 0) {
  const found = positionals.join(' ');
  refuse(import.meta.url, `found ${found}, expected the number of processes to kill`);
}
const files = ['core/test/snapshot/corruption', 'cli/test/save-file'].map(
  (name) => `packages/${name}.test.ts`,
);
runTests('node', files, { SKEIN_EVERY_FLIP: '1', SKEIN_RUNS: kills });
