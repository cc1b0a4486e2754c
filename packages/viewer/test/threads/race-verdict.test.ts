import { describe, expect, it } from 'vitest';
import type { Meeting, Rival } from '../../src/threads/race.ts';
import { resultOf, verdictOf } from '../../src/threads/race-verdict.ts';

/** The meetings of a race in which one thread needed 100 ms for each turn, and the others needed `shared` ms. */
function meetings(shared: readonly number[], hashes: readonly [string, string] = ['a', 'a']) {
  return shared.map((ms, turn): Meeting => ({ tick: 50 * turn, hashes, ms: [100, ms] }));
}

const verdict = (rival: Rival, shared: readonly number[], ticks = 50) =>
  verdictOf(resultOf(rival, meetings(shared), ticks));

describe('the verdict of a race', () => {
  it('has the median and the limits of all turns', () => {
    expect(resultOf(4, meetings([50, 40, 80, 62.5, 100]), 50)).toEqual({
      ...{ rival: 4, median: 1.6, least: 1, most: 2.5, turns: 5 },
      ...{ tickMs: 2, alike: true },
    });
  });

  it('says how much faster several threads are', () => {
    expect(verdict(2, [59, 58, 61, 60, 57])).toBe(
      '2 threads are 1.69 times as fast as one, between 1.64 and 1.75 in 5 turns. ' +
        'At all 5 meetings, both runs were the same to the last bit.',
    );
  });

  it('speaks of the graphics card, whose speed has no limit', () => {
    expect(verdict('card', [5, 5, 5])).toBe(
      'The graphics card is 20.0 times as fast as one thread, between 20.0 and 20.0 in 3 turns. ' +
        'At all 3 meetings, both runs were the same to the last bit.',
    );
    expect(verdict('card', [200, 200, 200])).toContain('2.00 times as fast as the graphics card, ');
  });

  it('says that one thread is faster', () => {
    expect(verdict(4, [200, 210, 205])).toContain(
      'One thread is faster here: 2.05 times as fast as 4 threads, between 2.00 and 2.10 in 3 turns.',
    );
  });

  it('names no winner if the turns had different ones, and says why', () => {
    expect(verdict(2, [95, 105, 99])).toContain('No clear winner');
    expect(verdict(2, [95, 105, 99])).toContain('The turns differ');
    expect(verdict(2, [95, 105, 99], 400)).toContain('A tick takes one thread 0.25 ms');
  });

  it('says that the machine was disturbed if the turns differ much, or if the result is impossible', () => {
    const noise = 'the numbers are rough';
    expect(verdict(2, [50, 80, 60])).toContain(noise);
    expect(verdict(2, [40, 40, 40])).toContain(noise);
    expect(verdict(2, [60, 61, 62])).not.toContain(noise);
  });

  it('does not hide hashes that differ', () => {
    const result = resultOf(2, [...meetings([50, 50]), ...meetings([50], ['a', 'b'])], 50);
    expect(verdictOf(result)).toContain('THE HASHES DIFFER');
  });
});
