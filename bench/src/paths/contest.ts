import { createHash } from 'node:crypto';
import { median, ratios } from '../statistics.ts';
import { type Contender, inTurns, type Turns, timeOf } from '../turns.ts';
import { type Find, type Finder, PEER_FINDERS, SKEIN } from './finders.ts';
import { costOf, type PathTask } from './task.ts';

/**
 * The minimum time of a sample, in ms. In a shorter sample, the resolution of the clock and garbage collection would
 * matter too much.
 */
const SAMPLE_MS = 10;

/** A package that finds the paths of a task. A sample is the mean time of a query, in ms. */
export class FinderContender implements Contender {
  readonly finder: Finder;
  /** A checksum of the costs of all paths, with nine digits. */
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
  /** For Skein first, and then for each peer: the times of all turns, in ms per query. */
  readonly samples: readonly (readonly number[])[];
  /** For each turn: how many times faster Skein is than the fastest peer. */
  readonly gain: readonly number[];
  /** The name of the peer with the shortest median time. */
  readonly fastest: string;
}

/** Measures all packages that support a task, in turns. All of them must find paths with the same costs. */
export async function contest(task: PathTask, turns: Turns): Promise<TaskResult> {
  const skein = new FinderContender(SKEIN, task);
  const peers = PEER_FINDERS.filter(({ fits }) => fits(task)).map(
    (finder) => new FinderContender(finder, task),
  );
  for (const { finder, checksum } of peers) {
    if (checksum !== skein.checksum) {
      throw new Error(`${finder.name} finds different costs than Skein on ${task.name}`);
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
