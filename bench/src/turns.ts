import type { LoadMeter } from './load.ts';

/** Something that is measured in turns with others. */
export interface Contender {
  /** Does some of its work and returns one sample. */
  sample(): number | Promise<number>;
}

export interface Turns {
  /** Turns whose samples count. */
  readonly turns: number;
  /** Turns before them, outside the clock: code is compiled and caches are warm. Default: 1. */
  readonly warmUp?: number;
  readonly signal: AbortSignal;
  /** Watches the machine during the samples that count, a row for each contender. */
  readonly meter?: LoadMeter;
}

/**
 * Takes samples of all contenders in turns, so that what slows the machine hits all alike; every
 * other turn goes backward, so that none always follows the same one.
 *
 * @returns the samples of each contender, one per turn
 */
export async function inTurns(
  contenders: readonly Contender[],
  { turns, warmUp = 1, signal, meter }: Turns,
): Promise<number[][]> {
  const samples = contenders.map((): number[] => []);
  const forward = [...contenders.keys()];
  const backward = [...forward].reverse();
  for (let turn = -warmUp; turn < turns; turn++) {
    for (const index of turn % 2 === 0 ? forward : backward) {
      signal.throwIfAborted();
      meter?.begin();
      const sample = await contenders[index].sample();
      if (turn >= 0) {
        samples[index].push(sample);
        meter?.end(index);
      }
      // A contender that never waits must not keep Ctrl-C from being heard.
      await new Promise(setImmediate);
    }
  }
  return samples;
}

/** Milliseconds that `work` takes. */
export function timeOf(work: () => void): number {
  const begin = performance.now();
  work();
  return performance.now() - begin;
}
