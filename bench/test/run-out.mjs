// A benchmark whose third row needs more memory than the heap has, so that the process aborts.
import { bench } from '../dist/bench.js';

const suite = {
  description: 'runs out',
  async *run() {
    for (const agents of [1, 2]) yield { labels: { agents }, unit: 'ms/tick', samples: [agents] };
    const all = [];
    for (;;) all.push(Array.from({ length: 10_000 }, Math.random));
  },
};
const suites = new Map([['runs-out', suite]]);
const { signal } = new AbortController();
await bench({ suites, quick: true, out: process.argv[2], signal, print: () => {} });
