import { median, summarize } from './statistics.ts';
import type { Figure, Row, Suite } from './suite.ts';

/**
 * Returns a suite that runs another suite several times, each time with new worlds, memory and threads. Each row
 * contains the number of its repeat. At the end, there are further rows for all repeats together. Differences between
 * repeats come from the machine or from memory addresses, not from the program.
 */
export function repeated(suite: Suite, times: number): Suite {
  if (times === 1) return suite;
  return {
    ...suite,
    async *run(context) {
      const groups = new Map<string, Row[]>();
      for (let repeat = 1; repeat <= times; repeat++) {
        for await (const row of suite.run(context)) {
          const key = JSON.stringify([row.labels, row.unit]);
          groups.set(key, [...(groups.get(key) ?? []), row]);
          yield { ...row, labels: { ...row.labels, repeat } };
        }
      }
      for (const rows of groups.values()) yield together(rows);
    },
  };
}

/**
 * Combines the rows of all repeats into one row. This row contains all samples, and the range of the repeats' medians.
 */
function together(rows: readonly Row[]): Row {
  const medians = summarize(rows.map(({ samples }) => median(samples)));
  const hashes = new Set(rows.map(({ hash }) => hash));
  const [hash] = hashes;
  return {
    labels: { ...rows[0].labels, repeat: 'all' },
    unit: rows[0].unit,
    samples: rows.flatMap(({ samples }) => samples),
    figures: {
      ...Object.fromEntries(
        Object.keys(rows[0].figures ?? {}).map((name) => [
          name,
          merged(rows.map(({ figures }) => figures?.[name])),
        ]),
      ),
      'least median': medians.min,
      'greatest median': medians.max,
    },
    ...(hashes.size === 1 && hash !== undefined && { hash }),
  };
}

/**
 * Combines the values of one figure from all repeats. Numbers are summarized. Different words are listed side by side.
 */
function merged(values: readonly (Figure | undefined)[]): Figure {
  if (values.some((value) => typeof value === 'string')) {
    return [...new Set(values)].filter((value) => value !== '').join(' / ');
  }
  const numbers = values.map((value) => (typeof value === 'object' ? value.median : Number(value)));
  return summarize(numbers);
}
