import { describe, expect, it } from 'vitest';
import { SlowWatch } from '../../src/laws/slow-watch.ts';

const PACE = { tickMs: 5, busyMs: 0, dtMs: 20, isRunning: true };

/** Whether the run is slow at each of the times, in s. */
function slowAt(pace: Partial<typeof PACE>, seconds: readonly number[]): boolean[] {
  const watch = new SlowWatch();
  return seconds.map((at) => watch.isSlow({ ...PACE, ...pace }, 1000 * at));
}

describe('a run', () => {
  it('is slow after 3 s with less than a tenth of real time, or with ticks of more than 1 s', () => {
    const times = [0, 1.5, 2.9, 3];
    expect(slowAt({ tickMs: 201 }, times)).toEqual([false, false, false, true]);
    expect(slowAt({ tickMs: 199 }, times)).toEqual([false, false, false, false]);
    // With a time step of 0.5 s, a tenth of real time would be 5 s.
    expect(slowAt({ dtMs: 500, tickMs: 1001 }, times)).toEqual([false, false, false, true]);
    expect(slowAt({ dtMs: 500, tickMs: 999 }, times)).toEqual([false, false, false, false]);
  });

  it('is slow at once while a step takes more than 3 s', () => {
    expect(slowAt({ tickMs: 0, busyMs: 3001 }, [0])).toEqual([true]);
    expect(slowAt({ tickMs: 0, busyMs: 2999 }, [0, 10])).toEqual([false, false]);
  });

  it('is not slow while it is paused or on its way, and has its time again afterward', () => {
    const watch = new SlowWatch();
    const pace = { ...PACE, tickMs: 900 };
    expect(watch.isSlow(pace, 0)).toBe(false);
    expect(watch.isSlow({ ...pace, busyMs: 9000, isRunning: false }, 2000)).toBe(false);
    expect(watch.isSlow(pace, 4000)).toBe(false);
    expect(watch.isSlow({ ...pace, tickMs: 10 }, 6000)).toBe(false);
    expect(watch.isSlow(pace, 7500)).toBe(false);
    expect(watch.isSlow(pace, 10_500)).toBe(true);
  });
});
