// Replaces a table over and over until it is killed: n rows of the number n, for n from 1000 up, and prints
// "ready" after the first. Each table goes to the writer a few rows at a time.
import { openTable } from '../../dist/tables/index.js';

const path = process.argv[2];
const columns = ['a', 'b', 'c'].map((name) => ({ name, type: 'f64' }));
for (let n = 1000; ; n++) {
  const table = await openTable(path, { columns, metadata: { rows: String(100 * n) } });
  const part = new Float64Array(n).fill(n);
  for (let times = 0; times < 100; times++) await table.write([part, part, part]);
  await table.finish();
  if (n === 1000) process.stdout.write('ready\n');
}
