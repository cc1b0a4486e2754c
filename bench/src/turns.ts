import type { LoadMeter } from './load.ts';

/** Something that is measured in turns with other contenders. */
export interface Contender {
  /** Does a part of its work, and returns the measured sample. */
  sample(): number | Promise<number>;
}

export interface Turns {
  /** The number of turns whose samples count. */
  readonly turns: number;
  /** The number of untimed turns at the start, in which code is compiled and caches are filled. Default: 1. */
  readonly warmUp?: number;
  readonly signal: AbortSignal;
  /**
   * Measures the load of the machine during all samples except those of the warm-up turns. The meter has one row for
   * each contender.
   */
  readonly meter?: LoadMeter;
}

/**
 * Takes samples of all contenders in turns. Anything that slows down the machine then affects all of them equally.
 * Every other turn runs in reverse order, so that no contender always runs after the same other contender.
 *
 * @returns for each contender, its samples, one per turn
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
      // Without this pause, a contender that never waits would keep Ctrl-C from being handled.
      await new Promise(setImmediate);
    }
  }
  return samples;
}

/** Measures the time that `work` takes, in ms. */
export function timeOf(work: () => void): number {
  const begin = performance.now();
  work();
  return performance.now() - begin;
}
