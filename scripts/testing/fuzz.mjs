// `npm run tool -- fuzz [--target NAME] [--seconds N] [--count N] [--seed N]`: feeds mutated input to every entry point
// that reads text or bytes, or to one target. Each has a time, or a number of cases. Inputs that reach new code are
// mutated further. A failing case is reduced and saved to a file; `--target NAME --file FILE` repeats it.
import { readArguments, refuse } from '../arguments.mjs';
import { runTests } from './run-tests.mjs';

const CORE = ['scenario', 'scene', 'map', 'snapshot', 'replay', 'command'];
const TARGETS = [...CORE, 'command-line'];
const { values } = readArguments(import.meta.url, {
  options: {
    target: { type: 'string' },
    seconds: { type: 'string' },
    count: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    file: { type: 'string' },
  },
});
const { target, count, seed, file } = values;
const seconds = values.seconds ?? (count === undefined ? '60' : undefined);
for (const [name, value] of Object.entries({ seconds, count, seed })) {
  if (value !== undefined && !/^\d+$/.test(value)) fail(name, value, 'a whole number');
}
if (target !== undefined && !TARGETS.includes(target)) {
  fail('target', target, `one of ${TARGETS.join(', ')}`);
}
if (file !== undefined && target === undefined) fail('file', file, '--target as well');

/**
 * @param {string} option
 * @param {string} found
 * @param {string} expected
 */
function fail(option, found, expected) {
  refuse(import.meta.url, `--${option}: found ${found}, expected ${expected}`);
}

const files = [];
if (target === undefined || CORE.includes(target))
  files.push('packages/core/test/fuzz/fuzz.test.ts');
if (target === undefined || target === 'command-line') files.push('packages/cli/test/fuzz.test.ts');
const settings = {
  SKEIN_SEED: seed,
  ...(seconds && { SKEIN_FUZZ_SECONDS: seconds }),
  ...(count && { SKEIN_FUZZ_COUNT: count }),
  ...(file && { SKEIN_FUZZ_FILE: file }),
};
console.log(`${target ?? 'all targets'} ${JSON.stringify(settings)}`);
const only = target === undefined ? [] : ['-t', `^${target}:`];
runTests('node', [...only, ...files], settings);
