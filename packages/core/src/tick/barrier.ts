import { WORD } from '../world/layout.ts';

/**
 * A barrier for the workers of a run that survives the death of one of them.
 *
 * Generation and poison share ONE word, (generation << 1) | poison, which is also the word that
 * workers sleep on. Poisoning it changes the value that a sleeper compares, so that no wake-up
 * can be lost between "is it poisoned?" and "sleep". With poison in a word of its own, a model check
 * of this protocol finds a deadlock.
 */
const POISON = 1;
const NEXT_GENERATION = 2;

/** Longest sleep (ms): WebKit did not end waits of workers that were terminated. */
const SLEEP_MS = 50;

/**
 * Waits until all `workers` have come. The last one to come does `last` before any continues.
 *
 * Yields where the thread has to sleep, which is `sleepAt` with the value that it yields: so a test can
 * play threads on one, and these lines are those that real threads run.
 *
 * @param spins turns to spin before sleeping: waking a sleeper takes longer than most waits
 * @param idle called at each wake-up, so that a supervisor sees that this worker lives
 * @returns false when the run was poisoned: stop at once and touch nothing
 */
export function* cross(
  word: Int32Array,
  workers: number,
  spins: number,
  idle: () => void,
  last?: () => void,
): Generator<number, boolean> {
  // Read before arriving: after that the last one may already have moved the generation on.
  const before = Atomics.load(word, WORD.barrier);
  if ((before & POISON) !== 0) return false;
  if (Atomics.add(word, WORD.arrived, 1) + 1 === workers) {
    last?.();
    // Arrivals are reset before the generation moves: a fast worker may come to the next barrier at
    // once, and its arrival must not be counted to this one.
    Atomics.store(word, WORD.arrived, 0);
    Atomics.add(word, WORD.barrier, NEXT_GENERATION);
    Atomics.notify(word, WORD.barrier);
  } else {
    for (let turn = 0; turn < spins; turn++) {
      if (Atomics.load(word, WORD.barrier) !== before) break;
    }
    // In a loop: a wake-up says that the word may have changed, not that it has.
    while (Atomics.load(word, WORD.barrier) === before) {
      yield before;
      idle();
    }
  }
  return !isPoisoned(word);
}

/** Parks the thread while the barrier has the value that `cross` yields, but not for long. */
export function sleepAt(word: Int32Array, before: number): void {
  Atomics.wait(word, WORD.barrier, before, SLEEP_MS);
}

/** Takes steps that yield as `cross` does to their end, asleep where they yield. */
export function takeSteps<T>(word: Int32Array, steps: Generator<number, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    sleepAt(word, value);
  }
}

/** Ends the run for every worker, at the barrier where it waits or the next it comes to. */
export function poison(word: Int32Array): void {
  Atomics.or(word, WORD.barrier, POISON);
  Atomics.notify(word, WORD.barrier);
}

export function isPoisoned(word: Int32Array): boolean {
  return (Atomics.load(word, WORD.barrier) & POISON) !== 0;
}

/** Makes the barrier ready for a new run. Only while no worker runs. */
export function resetBarrier(word: Int32Array): void {
  Atomics.store(word, WORD.arrived, 0);
  Atomics.store(word, WORD.barrier, 0);
}
