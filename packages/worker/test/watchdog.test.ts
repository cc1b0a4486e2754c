import { expect, it } from 'vitest';
import { CHECK_MS, type ThreadUsage, Watchdog } from '../src/watchdog.ts';

/** A patience of four looks. */
const PATIENCE_MS = 4 * CHECK_MS;

/** A watchdog of three workers, and their beats. */
function watched(usageOf: (worker: number) => ThreadUsage | undefined = () => undefined) {
  const beats = [0, 0, 0];
  const watchdog = new Watchdog(beats.length, (worker) => beats[worker], usageOf);
  return { beats, look: (open = [0, 1, 2]) => watchdog.look(open, PATIENCE_MS) };
}

/** The number of looks until worker 0 counts as dead. `usageAt` says what the host reports about its thread. */
function looksUntilDead(usageAt: (look: number) => ThreadUsage | undefined): number {
  let looks = 0;
  const { look } = watched(() => usageAt(looks));
  while (looks++ < 10_000) if (look([0]) !== undefined) return looks;
  return Number.POSITIVE_INFINITY;
}

it('finds the worker that has given no sign of life for the time limit', () => {
  const { beats, look } = watched();
  for (let count = 1; count <= 4; count++) {
    beats[0]++;
    beats[2]++;
    expect(look()).toBe(count < 4 ? undefined : 1);
  }
});

it('starts counting again after each beat', () => {
  const { beats, look } = watched();
  for (let count = 0; count < 30; count++) {
    if (count % 4 === 0) for (const worker of beats.keys()) beats[worker]++;
    expect(look()).toBeUndefined();
  }
});

it('ignores workers that have done their part', () => {
  const { look } = watched();
  for (let count = 0; count < 30; count++) expect(look([])).toBeUndefined();
});

it('counts a look in proportion to the CPU time that a runnable worker got', () => {
  const share = (part: number) =>
    looksUntilDead((look) => ({ cpuMs: look * CHECK_MS * part, runnable: true }));
  expect(share(1)).toBe(4);
  // The first look has no earlier time to compare with, so it counts fully.
  expect(share(1 / 2)).toBe(1 + 2 * 3);
  expect(share(1 / 10)).toBe(1 + 10 * 3);
});

it('counts all CPU time although the host reports it in coarse steps', () => {
  const usageAt = (look: number) => ({ cpuMs: Math.floor(look * 4.7) * 10, runnable: true });
  expect(looksUntilDead(usageAt)).toBeLessThanOrEqual(5);
});

it('counts a late look no more than any other', () => {
  expect(looksUntilDead((look) => ({ cpuMs: 1e6 * look, runnable: true }))).toBe(4);
  // The thread had an hour of CPU time before the second look, and none since.
  const once = (look: number) => ({ cpuMs: look > 1 ? 3.6e6 : 0, runnable: true });
  expect(looksUntilDead(once)).toBeGreaterThan(100);
});

it('gives up a starving worker after a long time', () => {
  expect(looksUntilDead(() => ({ cpuMs: 7, runnable: true }))).toBe(80 * 4);
});

it('counts looks fully if the worker sleeps, or if the host reports no CPU time', () => {
  expect(looksUntilDead(() => ({ cpuMs: 7, runnable: false }))).toBe(4);
  expect(looksUntilDead(() => undefined)).toBe(4);
});

it('starts counting again after a beat of a starving worker', () => {
  const { beats, look } = watched(() => ({ cpuMs: 0, runnable: true }));
  for (let count = 0; count < 1000; count++) {
    if (count % 300 === 0) beats[0]++;
    expect(look([0])).toBeUndefined();
  }
});

it('does not count looks against a sleeping worker while another worker starves that may block it', () => {
  const starved = watched((worker) => ({ cpuMs: 0, runnable: worker === 1 }));
  for (let count = 0; count < 100; count++) {
    starved.beats[1] += count % 9 === 0 ? 1 : 0;
    expect(starved.look([0, 1])).toBeUndefined();
  }
  let time = 0;
  const working = watched((worker) => ({ cpuMs: time, runnable: worker === 1 }));
  const looks = [0, 1, 2, 3].map(() => {
    time += CHECK_MS;
    working.beats[1]++;
    return working.look([0, 1]);
  });
  expect(looks).toEqual([undefined, undefined, undefined, 0]);
});
