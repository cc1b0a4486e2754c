import { WORD } from '../world/layout.ts';

/**
 * A barrier for the workers of a run. If a worker dies, poisoning the barrier frees the workers that wait at it.
 *
 * The generation and the poison bit share ONE word: (generation << 1) | poison. Workers also sleep on this word.
 * Poisoning changes the word, so a worker cannot miss the poison between its check and its sleep. If the poison bit is
 * in a separate word, a model check of this protocol finds a deadlock.
 */
const POISON = 1;
const NEXT_GENERATION = 2;

/**
 * The maximum time of one sleep (ms). Sleeps are short because WebKit did not wake workers that were terminated while
 * they slept.
 */
const SLEEP_MS = 50;

/**
 * Waits until all `workers` have arrived at the barrier. The last worker to arrive calls `last` before any worker
 * continues.
 *
 * Yields wherever the thread has to sleep. The caller then calls `sleepAt` with the yielded value. A test can simulate
 * several threads on one thread, with the same code that real threads run.
 *
 * @param spins number of checks before sleeping. Most waits are shorter than the time to wake a thread
 * @param idle called at each wake-up, so that a supervisor sees that this worker is alive
 * @returns false if the run was poisoned; the worker must then stop at once and write nothing
 */
export function* cross(
  word: Int32Array,
  workers: number,
  spins: number,
  idle: () => void,
  last?: () => void,
): Generator<number, boolean> {
  // Read before arriving. Afterwards, the last worker may already have changed the generation.
  const before = Atomics.load(word, WORD.barrier);
  if ((before & POISON) !== 0) return false;
  if (Atomics.add(word, WORD.arrived, 1) + 1 === workers) {
    last?.();
    // Arrivals are reset before the generation changes. A fast worker may come to the next barrier at once, and its
    // arrival must not count for this one.
    Atomics.store(word, WORD.arrived, 0);
    Atomics.add(word, WORD.barrier, NEXT_GENERATION);
    Atomics.notify(word, WORD.barrier);
  } else {
    for (let turn = 0; turn < spins; turn++) {
      if (Atomics.load(word, WORD.barrier) !== before) break;
    }
    // In a loop, because a wake-up means that the word may have changed, not that it has.
    while (Atomics.load(word, WORD.barrier) === before) {
      yield before;
      idle();
    }
  }
  return !isPoisoned(word);
}

/**
 * Puts the thread to sleep for at most SLEEP_MS. Returns at once if the value of the barrier is not equal to `before`.
 *
 * @param before the value that `cross` yielded
 */
export function sleepAt(word: Int32Array, before: number): void {
  Atomics.wait(word, WORD.barrier, before, SLEEP_MS);
}

/** Runs a generator such as `cross` to its end. Whenever the generator yields, the thread sleeps. */
export function takeSteps<T>(word: Int32Array, steps: Generator<number, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    sleepAt(word, value);
  }
}

/** Ends the run for every worker: at the barrier where the worker waits, or at the next barrier that it reaches. */
export function poison(word: Int32Array): void {
  Atomics.or(word, WORD.barrier, POISON);
  Atomics.notify(word, WORD.barrier);
}

export function isPoisoned(word: Int32Array): boolean {
  return (Atomics.load(word, WORD.barrier) & POISON) !== 0;
}

/** Resets the barrier for a new run. Call it only while no worker runs. */
export function resetBarrier(word: Int32Array): void {
  Atomics.store(word, WORD.arrived, 0);
  Atomics.store(word, WORD.barrier, 0);
}
