// Writes a table of random numbers; prints how it ended, and with --expose-gc how much memory
// was in use after a tenth of the rows and at the end.
import { openTable } from '../../dist/tables/index.js';

const [path, rows] = process.argv.slice(2);
const BLOCK = 5000;
const columns = [
  ...[0, 1, 2, 3, 4, 5].map((n) => ({ name: `f${n}`, type: 'f32' })),
  { name: 'id', type: 'u32' },
  { name: 'species', type: 'text' },
];
const numbers = new Float32Array(BLOCK);
const ids = new Uint32Array(BLOCK);

async function bytes() {
  // Freed memory is returned to the system in the background.
  for (let times = 0; times < 4; times++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { heapUsed, arrayBuffers, external } = process.memoryUsage();
  return heapUsed + Math.max(external, arrayBuffers);
}

try {
  const table = await openTable(path, { columns, metadata: {} });
  let first;
  for (let row = 0; row < Number(rows); row += BLOCK) {
    for (let at = 0; at < BLOCK; at++) {
      numbers[at] = Math.random();
      ids[at] = row + at;
    }
    const texts = Array.from(ids, (id) => (id % 3 ? 'boid' : 'hawk'));
    await table.write([numbers, numbers, numbers, numbers, numbers, numbers, ids, texts]);
    if (first === undefined && row >= Number(rows) / 10) first = await bytes();
  }
  const last = await bytes();
  await table.finish();
  process.stdout.write(JSON.stringify({ first, last }));
} catch (error) {
  const { name, message, cause } = error;
  process.stdout.write(JSON.stringify({ name, message, code: cause?.code }));
}
