import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, vi } from 'vitest';
import { cross as crossing, poison, resetBarrier, takeSteps } from '../../src/tick/barrier.ts';
import { WORD } from '../../src/world/layout.ts';
import { LONG } from '../helpers/long.ts';
import { pause } from '../helpers/thread-team.ts';

const POISONED = 1;

function words(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(256));
}

/** Atomics without its 64-bit overload. */
interface AtomicsOfWords {
  add(word: Int32Array, index: number, value: number): number;
}

function cross(word: Int32Array, ...rest: [number, number, () => void, (() => void)?]): boolean {
  return takeSteps(word, crossing(word, ...rest));
}

function never(): never {
  expect.unreachable('nobody may be waited for');
}

describe('a barrier for one worker', () => {
  it('is crossed at once, runs the callback once, and starts a new generation', () => {
    const word = words();
    let last = 0;
    for (let round = 1; round <= 5; round++) {
      expect(cross(word, 1, 0, never, () => last++)).toBe(true);
      expect([last, word[WORD.barrier], word[WORD.arrived]]).toEqual([round, 2 * round, 0]);
    }
  });

  it('runs the callback before the generation moves', () => {
    const word = words();
    cross(word, 1, 0, never, () => expect(word[WORD.barrier]).toBe(0));
  });

  it('resets arrivals before the generation moves, as a fast worker may return at once', () => {
    const word = words();
    const arrived: number[] = [];
    const add = vi
      .spyOn(Atomics as AtomicsOfWords, 'add')
      .mockImplementation((at, index, value) => {
        if (index === WORD.barrier) arrived.push(word[WORD.arrived]);
        at[index] += value;
        return at[index] - value;
      });
    cross(word, 1, 0, never);
    add.mockRestore();
    expect(arrived).toEqual([0]);
  });

  it('cannot be crossed when it is poisoned', () => {
    const word = words();
    cross(word, 1, 0, never);
    poison(word);
    expect(cross(word, 1, 0, never, never)).toBe(false);
    expect(cross(word, 5, 0, never, never)).toBe(false);
    expect([word[WORD.barrier] & POISONED, word[WORD.arrived]]).toEqual([1, 0]);
  });

  it('stops the last worker too when it is poisoned during the callback', () => {
    const word = words();
    expect(cross(word, 1, 0, never, () => poison(word))).toBe(false);
  });

  it('stays poisoned when it is poisoned twice, until a reset', () => {
    const word = words();
    poison(word);
    poison(word);
    expect(cross(word, 1, 0, never)).toBe(false);
    resetBarrier(word);
    expect(cross(word, 1, 0, never)).toBe(true);
  });

  it('can be crossed when the generations have used up all 31 bits', () => {
    const word = words();
    word[WORD.barrier] = 0x7ffffffe;
    expect(cross(word, 1, 0, never)).toBe(true);
    expect(word[WORD.barrier]).toBe(-0x80000000);
    word[WORD.barrier] = -2;
    expect(cross(word, 1, 0, never)).toBe(true);
    expect(word[WORD.barrier]).toBe(0);
  });
});

interface Report {
  readonly early: number;
  readonly beats: number;
  readonly crossed: number;
}

function start(workers: number, missing: number, rounds: number, spins: number) {
  const word = words();
  const seen = new Int32Array(new SharedArrayBuffer((workers + 1) * 64));
  const threads = Array.from({ length: workers - missing }, (_, worker) => {
    const thread = new Worker(new URL('./fixtures/cross.js', import.meta.url), {
      workerData: { word, seen, worker, workers, rounds, spins },
    });
    return once(thread, 'message').then(([report]) => report as Report);
  });
  return { word, threads };
}

describe('a barrier for threads', () => {
  it.each([
    [2, 2000, LONG ? 5000 : 1500],
    [4, 0, LONG ? 3000 : 300],
    [4, 500, LONG ? 3000 : 300],
    [7, 50, LONG ? 500 : 50],
  ])(
    'holds each of %i until all have arrived: %i spins, %i rounds',
    async (workers, spins, rounds) => {
      const reports = await Promise.all(start(workers, 0, rounds, spins).threads);
      expect(reports.map(({ early, crossed }) => [early, crossed])).toEqual(
        Array(workers).fill([0, rounds]),
      );
    },
  );

  it.each([0, 100])(
    'has waiting threads show signs of life until it is poisoned, %i spins',
    async (spins) => {
      const { word, threads } = start(3, 1, 10, spins);
      while (Atomics.load(word, WORD.arrived) < 2) await pause(1);
      await pause(400);
      const begin = performance.now();
      poison(word);
      const reports = await Promise.all(threads);
      // They are woken, and do not sleep on; but a machine under load may be slow to run them.
      expect(performance.now() - begin).toBeLessThan(2000);
      for (const { crossed, beats } of reports) {
        expect(crossed).toBe(0);
        expect(beats).toBeGreaterThanOrEqual(2);
      }
    },
  );
});
