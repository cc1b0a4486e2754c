// `npm run tool -- faults [--count N] [--seed S]`: tries many more faults than `npm test`, with real threads. A failed
// case is reported with its seed; `--count 1 --seed SEED` repeats it. `npm run tool -- faults --leaks` creates and
// disposes of teams a thousand times. `--model` explores large settings of the model of the protocol. `--soak SECONDS`
// runs with occasional faults for this time. `--starved SECONDS` gives threads only the time that two busy processes
// leave (Linux, `chrt`).
import { readArguments, refuse } from '../arguments.mjs';
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
