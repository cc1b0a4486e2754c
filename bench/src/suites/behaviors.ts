import { kernels } from '@skein/core';
import { type Cell, exponentOf, growsTooFast, measureRow } from '../behaviors/measure.ts';
import { type BehaviorRow, behaviorRows, FLOCK } from '../behaviors/rows.ts';
import type { Row, Suite } from '../suite.ts';

/** The maximum ratio of a row's time per agent to that of the row `FLOCK`. A row with a larger ratio gets a flag. */
const MAX_OF_FLOCK = 10;

const keyOf = ({ asked, kernel }: Cell) => `${asked} ${kernel}`;

export const suite: Suite = {
  description: 'every type of behavior and every scene by number of agents, and how that grows',
  takes: ['sizes', 'kernels', 'workers', 'only'],
  async *run({ quick, choice, signal }) {
    const {
      sizes = quick ? [1000, 10_000] : [1000, 10_000, 100_000, 1_000_000],
      // The last kernel is the fastest.
      kernels: chosen = quick ? kernels().slice(-1) : kernels(),
      workers = 1,
      only,
    } = choice;
    const options = {
      sizes,
      kernels: chosen,
      workers,
      turns: quick ? 3 : 5,
      limitMs: quick ? 3000 : 20_000,
      signal,
    };
    const flock = new Map<string, Cell>();
    for (const row of [FLOCK, ...chosenRows(only, quick)]) {
      const before = new Map<string, Cell>();
      for await (const cell of measureRow(row, options)) {
        if (row === FLOCK) flock.set(keyOf(cell), cell);
        yield rowOf(row, cell, workers, before.get(cell.kernel), flock.get(keyOf(cell)));
        before.set(cell.kernel, cell);
      }
    }
  },
};

/**
 * The parameter `only` is a list of words. Chooses the rows whose names contain one of these words. If `only` is
 * undefined and `quick` is true, chooses the rows for quick runs. If `only` is undefined and `quick` is false, chooses
 * all rows.
 *
 * @throws Error when neither a row nor the flock has a name that contains one of the words
 */
function chosenRows(only: readonly string[] | undefined, quick: boolean): BehaviorRow[] {
  const rows = behaviorRows();
  if (only === undefined) return rows.filter((row) => !quick || row.quick);
  const chosen = rows.filter(({ name }) => only.some((word) => name.includes(word)));
  if (chosen.length > 0 || only.some((word) => FLOCK.name.includes(word))) return chosen;
  throw new Error(`no behavior or scene is named ${only.join(' or ')}`);
}

function rowOf(
  row: BehaviorRow,
  cell: Cell,
  workers: number,
  before: Cell | undefined,
  flock: Cell | undefined,
): Row {
  const isMeasured = ({ missing }: Cell) => missing === undefined;
  const perAgent = (cell: Cell) => (1e6 * cell.times.median) / cell.agents;
  const flags = cell.missing === undefined ? [] : [cell.missing];
  let [exponent, ofFlock] = [Number.NaN, Number.NaN];
  if (before !== undefined && isMeasured(before) && isMeasured(cell)) {
    exponent = exponentOf(before, cell);
    if (growsTooFast(before, cell)) flags.push('faster than N log N');
  }
  if (flock !== undefined && isMeasured(flock) && isMeasured(cell)) {
    ofFlock = perAgent(cell) / perAgent(flock);
    if (ofFlock > MAX_OF_FLOCK) flags.push(`> ${MAX_OF_FLOCK} x flock`);
  }
  return {
    labels: { row: row.name, agents: cell.agents, kernel: cell.kernel, workers },
    unit: 'ms/tick',
    samples: cell.samples,
    figures: {
      'ns/agent': perAgent(cell),
      exponent,
      'x flock': ofFlock,
      flags: flags.join(', '),
      ...cell.load,
    },
    ...(cell.hash !== undefined && { hash: cell.hash }),
  };
}
