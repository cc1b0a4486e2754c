import { describe, expect, it } from 'vitest';
import { mostWorkers, suitingWorkers } from '../src/suiting-workers.ts';

describe('the default number of threads', () => {
  it.each([
    [64, 64, 2],
    [64, 1, 1],
    [0, 16, 2],
    [1001, 16, 3],
    [5004, 2, 2],
    [5004, 4, 4],
    [5004, 8, 7],
    [100_000, 64, 63],
  ])('for %d agents on %d cores is %d', (agents, cores, workers) => {
    expect(suitingWorkers(agents, cores)).toBe(workers);
  });
});

describe('mostWorkers', () => {
  it('is twice the cores, at least 4, at most 32', () => {
    expect([1, 2, 3, 16, 64].map(mostWorkers)).toEqual([4, 4, 6, 32, 32]);
  });
});
