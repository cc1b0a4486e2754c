// `npm run faults -- [--count N] [--seed S]`: many more faults than `npm test` tries, over real threads;
// a case that fails is named with its seed, and `--count 1 --seed` that seed tries it again.
// `npm run faults -- --leaks` makes and disposes of teams a thousand times. `-- --model` explores the
// large settings of the model of the protocol. `-- --soak SECONDS` runs on with faults now and then.
// `-- --starved SECONDS` gives threads only the time that two busy processes leave (Linux, `chrt`).
import { readArguments, refuse } from './arguments.mjs';
import { runTests } from './run-tests.mjs';

const { values } = readArguments(import.meta.url, {
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    leaks: { type: 'boolean', default: false },
    model: { type: 'boolean', default: false },
    soak: { type: 'string' },
    starved: { type: 'string' },
  },
});
const { count, seed, leaks, model, soak, starved } = values;
for (const [name, value] of Object.entries({ count, seed, soak, starved })) {
  if (value === undefined || /^[1-9]\d*$/.test(value)) continue;
  refuse(import.meta.url, `--${name}: found ${value}, expected a whole number from 1`);
}

const [file, settings] = model
  ? ['model/model', { SKEIN_MODEL: 'large' }]
  : leaks
    ? ['leaks', { SKEIN_CYCLES: '1000' }]
    : soak !== undefined
      ? ['soak', { SKEIN_SOAK: soak, SKEIN_SEED: seed }]
      : starved !== undefined
        ? ['starved', { SKEIN_STARVED: starved }]
        : ['fault-matrix', { SKEIN_FAULTS: count, SKEIN_SEED: seed }];
console.log(`${file} ${JSON.stringify(settings)}`);
runTests('threads', [`packages/worker/test/${file}.test.ts`], settings);
