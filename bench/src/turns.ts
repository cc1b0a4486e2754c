import type { LoadMeter } from './load.ts';

/** Something that is measured in turns with others. */
export interface Contender {
  /** Does some of its work and returns one sample. */
  sample(): number | Promise<number>;
}

export interface Turns {
  /** The number of turns whose samples count. */
  readonly turns: number;
  /** The number of untimed turns before them, to compile code and warm up caches. Default: 1. */
  readonly warmUp?: number;
  readonly signal: AbortSignal;
  /** Measures the load of the machine during the samples that count, with a row for each contender. */
  readonly meter?: LoadMeter;
}

/**
 * Takes samples of all contenders in turns, so that anything that slows down the machine affects all equally. Every
 * other turn runs in reverse order, so that none always follows the same one.
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
      // Without this pause, a contender that never waits would keep Ctrl-C from being handled.
      await new Promise(setImmediate);
    }
  }
  return samples;
}

/** The time that `work` takes, in ms. */
export function timeOf(work: () => void): number {
  const begin = performance.now();
  work();
  return performance.now() - begin;
}
