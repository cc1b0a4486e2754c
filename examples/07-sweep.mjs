// How much noise can a flock take? 9 strengths of noise times 3 seeds, spread over all cores.
// End it with Ctrl-C and start it again: it continues. Started once more, it only shows the results.
//
//   node examples/07-sweep.mjs
import { isResult, readJournals, readPlan, runSweep } from '@skein/sweep';

const box = { min: [0, 0], max: [40, 40] };
const boid = {
  name: 'boid',
  count: 200,
  minSpeed: 3,
  maxSpeed: 3,
  spawn: { type: 'box', ...box, velocity: { speed: 3 } },
  behaviors: [
    { type: 'alignment', weight: 6, radius: 4 },
    { type: 'wander', weight: 1, interval: 0.1 },
  ],
};
const bounds = { type: 'wrap', ...box };
const plan = readPlan({
  scenario: { name: 'noise', dimensions: 2, bounds, species: [boid] },
  ticks: 600,
  seeds: '1..3',
  parameters: { noise: { at: ['boid.wander.weight'], from: 0, to: 24, steps: 9 } },
  measures: ['order=polarization'],
});
const results = process.argv[2] ?? 'noise-results';

const report = await runSweep(plan, {
  results,
  onResult: ({ hash }, { done, skipped, runs }) => {
    process.stderr.write(`\r${done + skipped} of ${runs} runs, hash ${hash} `);
  },
});
if (report.interrupted || report.failed > 0) process.exit(1);

const orders = new Map();
for await (const { entry } of readJournals(results)) {
  if (!isResult(entry)) continue;
  const { noise } = entry.parameters;
  const order = entry.samples[0]?.at(-1) ?? 0; // at the last tick
  orders.set(noise, (orders.get(noise) ?? 0) + order / 3);
}
console.log('\nnoise  order of the flock, mean of 3 seeds');
for (const [noise, order] of [...orders].sort(([a], [b]) => a - b)) {
  console.log(`${String(noise).padStart(5)}  ${order.toFixed(3)} ${'█'.repeat(40 * order)}`);
}
