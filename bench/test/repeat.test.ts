import { expect, it } from 'vitest';
import { verdict } from '../src/goals/goal.ts';
import { repeated } from '../src/repeat.ts';
import type { Context, Row, Suite } from '../src/suite.ts';

const context: Context = {
  quick: true,
  choice: {},
  cores: 2,
  signal: new AbortController().signal,
  notice: () => {},
};

/** A suite with two rows, which takes longer in each run. */
function slowing(): Suite {
  let run = 0;
  return {
    description: 'slows down',
    async *run() {
      run++;
      const flags = run === 2 ? 'late' : '';
      for (const agents of [10, 20]) {
        const samples = [run * agents, run * agents + 2];
        const figures = { share: run, flags };
        yield { labels: { agents }, unit: 'ms', samples, figures, hash: `${agents}` };
      }
    },
  };
}

async function rowsOf(suite: Suite): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of suite.run(context)) rows.push(row);
  return rows;
}

it('a suite that runs once is unchanged', () => {
  const suite = slowing();
  expect(repeated(suite, 1)).toBe(suite);
});

it('each row names its repeat, and the summary of all repeats has the range of their medians', async () => {
  const rows = await rowsOf(repeated(slowing(), 3));
  expect(rows.map(({ labels }) => Object.values(labels).join(' '))).toEqual([
    ...['10 1', '20 1', '10 2', '20 2', '10 3', '20 3'],
    ...['10 all', '20 all'],
  ]);
  const [ten] = rows.slice(-2);
  expect(ten.samples).toEqual([10, 12, 20, 22, 30, 32]);
  expect(ten.hash).toBe('10');
  expect(ten.figures).toMatchObject({
    share: { min: 1, median: 2, max: 3 },
    flags: 'late',
    'least median': 11,
    'greatest median': 31,
  });
});

it('a goal is judged by the median or by the worst value', () => {
  const goal = { name: 'x', unit: 'x', reach: 2, aim: 1, better: 'less' } as const;
  expect(verdict(goal, [0.5, 0.9, 3])).toBe('aim reached');
  expect(verdict(goal, [0.5, 1.9, 3])).toBe('reached');
  expect(verdict({ ...goal, judge: 'worst' }, [0.5, 0.9, 3])).toBe('missed');
  expect(verdict({ ...goal, judge: 'worst', better: 'more' }, [0.5, 3, 3])).toBe('missed');
  expect(verdict(goal, [])).toBe('missed');
});
