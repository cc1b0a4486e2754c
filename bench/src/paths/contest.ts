import { createHash } from 'node:crypto';
import { median, ratios } from '../statistics.ts';
import { type Contender, inTurns, type Turns, timeOf } from '../turns.ts';
import { type Find, type Finder, PEER_FINDERS, SKEIN } from './finders.ts';
import { costOf, type PathTask } from './task.ts';

/** Shortest sample, ms: below it a clock tick or a collection weighs too much. */
const SAMPLE_MS = 10;

/** A finder at work on a task: its samples are the time of a query, ms. */
export class FinderContender implements Contender {
  readonly finder: Finder;
  /** Of the costs of all paths, to nine digits. */
  readonly checksum: string;
  readonly #task: PathTask;
  readonly #find: Find;
  readonly #rounds: number;

  constructor(finder: Finder, task: PathTask) {
    this.finder = finder;
    this.#task = task;
    this.#find = finder.open(task);
    const costs = task.queries.map(([start, goal]) => {
      const cells = this.#find(start, goal);
      if (cells[0] !== start || cells.at(-1) !== goal) {
        throw new Error(`${finder.name}: no path from cell ${start} to cell ${goal}`);
      }
      return costOf(task, cells).toPrecision(9);
    });
    this.checksum = createHash('sha256').update(costs.join()).digest('hex').slice(0, 16);
    this.#askAll();
    this.#rounds = Math.max(1, Math.ceil(SAMPLE_MS / timeOf(() => this.#askAll())));
  }

  sample(): number {
    const time = timeOf(() => {
      for (let round = 0; round < this.#rounds; round++) this.#askAll();
    });
    return time / (this.#rounds * this.#task.queries.length);
  }

  #askAll(): void {
    for (const [start, goal] of this.#task.queries) this.#find(start, goal);
  }
}

export interface TaskResult {
  readonly skein: FinderContender;
  readonly peers: readonly FinderContender[];
  /** Of Skein, then of the peers: ms of a query in each turn. */
  readonly samples: readonly (readonly number[])[];
  /** How much faster Skein is than the fastest of the peers, in each turn. */
  readonly gain: readonly number[];
  /** Its name. */
  readonly fastest: string;
}

/** Lets all finders that can do a task do it in turns; all have to find paths of the same costs. */
export async function contest(task: PathTask, turns: Turns): Promise<TaskResult> {
  const skein = new FinderContender(SKEIN, task);
  const peers = PEER_FINDERS.filter(({ fits }) => fits(task)).map(
    (finder) => new FinderContender(finder, task),
  );
  for (const { finder, checksum } of peers) {
    if (checksum !== skein.checksum) {
      throw new Error(`${finder.name} finds other costs than Skein on ${task.name}`);
    }
  }
  const samples = await inTurns([skein, ...peers], turns);
  const medians = samples.slice(1).map(median);
  const best = medians.indexOf(Math.min(...medians));
  return {
    skein,
    peers,
    samples,
    gain: ratios(samples[best + 1], samples[0]),
    fastest: peers[best].finder.name,
  };
}
