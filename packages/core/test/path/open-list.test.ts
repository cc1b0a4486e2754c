import { expect, it } from 'vitest';
import { OpenList } from '../../src/path/open-list.ts';
import { failing } from '../helpers/failing-allocations.ts';
import { LONG, long, someOf } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';

type Entry = [f: number, h: number, cell: number];

const ascending = (a: Entry, b: Entry) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

// From all in one bucket to far beyond the ring.
it.each(someOf([0.001, 1, 500_000, 40, 3000], 2, 1))(
  'pops entries in the order (f, h, cell), spread %d',
  (spread) => {
    const open = new OpenList();
    const random = randomOf(Math.ceil(spread));
    for (let turn = 0; turn < (LONG ? 4 : 1); turn++) {
      const first = turn * 1000.5;
      open.begin(1, first);
      const held: Entry[] = [];
      let now = first;
      for (let count = 0; count < 3000; count++) {
        if (random() < (count < 2000 ? 0.6 : 0.4)) {
          const f = random() < 0.2 ? now : now + random() * spread;
          const entry: Entry = [f, Math.floor(random() * 4), count];
          held.push(entry);
          open.push(...entry);
        } else {
          held.sort(ascending);
          const expected = held.shift();
          expect(open.pop()).toBe(expected?.[2] ?? -1);
          now = expected?.[0] ?? now;
        }
      }
      expect(held.length).toBeGreaterThan(0);
    }
  },
);

long('stays usable after an allocation fails while it grows', () => {
  const far = (k: number): Entry => [5 + k, k % 3, k];
  const pops = (open: OpenList, count: number) => Array.from({ length: count }, () => open.pop());
  const fill = (open: OpenList, count: number): void => {
    open.begin(1, 0);
    for (let k = 0; k < count; k++) open.push(...far(k));
  };
  const enough = new OpenList();
  fill(enough, 9000);
  const expected = String(pops(enough, 9000));
  let nth = 1;
  for (; ; nth++) {
    const open = new OpenList();
    const { failed } = failing(nth, () => fill(open, 9000));
    fill(open, 9000);
    expect(String(pops(open, 9000)), `allocation ${nth}`).toBe(expected);
    if (!failed) break;
  }
  expect(nth).toBeGreaterThan(4);
});
