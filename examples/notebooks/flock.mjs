import { readTable } from '@skein/sweep/tables';

const runs = await readTable('flock-results/runs.csv');
const samples = await readTable('flock-results/samples.csv');
console.table(means(runs, ['boid.separation.weight', 'boid.alignment.weight'], ['polarization']));
console.table(means(samples, ['tick'], ['polarization', 'nearest']));

/**
 * The means of some columns, for each combination of values of the keys.
 *
 * @param {import('@skein/sweep/tables').Table} table
 * @param {string[]} keys
 * @param {string[]} values
 */
function means({ rows, columns }, keys, values) {
  const groups = new Map();
  for (let row = 0; row < rows; row++) {
    const of = keys.map((key) => columns.get(key)?.[row]);
    const group = groups.get(String(of)) ?? { of, rows: [] };
    groups.set(String(of), group);
    group.rows.push(row);
  }
  return Array.from(groups.values(), ({ of, rows }) =>
    Object.fromEntries([
      ...keys.map((key, at) => [key, of[at]]),
      ...values.map((value) => [value, mean(rows.map((row) => Number(columns.get(value)?.[row])))]),
    ]),
  );
}

/** @param {number[]} numbers */
function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
