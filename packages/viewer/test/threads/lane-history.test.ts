import { describe, expect, it } from 'vitest';
import { LaneHistory } from '../../src/threads/lane-history.ts';

/** A report of one run: working and waiting times of each thread, and the times of its ticks, in ms. */
function report(times: readonly [work: number, wait: number][], ticks = [1]) {
  return {
    workerTimes: times.map(([workMs, waitMs]) => ({ workMs, waitMs })),
    tickMs: Float32Array.from(ticks),
  };
}

describe('the history of the lanes', () => {
  it('keeps the share of the time in which each thread worked', () => {
    const history = new LaneHistory(10);
    history.add(
      report([
        [3, 1],
        [0, 4],
        [0, 0],
      ]),
    );
    expect(history.last(10)).toEqual([[0.75, 0, 0]]);
  });

  it('drops the oldest columns, and still counts them', () => {
    const history = new LaneHistory(3);
    for (let k = 1; k <= 5; k++) history.add(report([[k, 10 - k]]));
    expect(history.last(10)).toEqual([[0.3], [0.4], [0.5]]);
    expect(history.last(2)).toEqual([[0.4], [0.5]]);
    expect(history.last(0)).toEqual([]);
    expect(history.added).toBe(5);
  });

  it('takes no column from a run without ticks', () => {
    const history = new LaneHistory(3);
    history.add(report([[1, 1]], []));
    expect(history.added).toBe(0);
    expect(history.mean(5)).toEqual([]);
  });

  it('has means over the columns with the present number of threads only', () => {
    const history = new LaneHistory(10);
    history.add(report([[1, 0]]));
    history.add(
      report([
        [1, 3],
        [1, 1],
      ]),
    );
    history.add(
      report(
        [
          [3, 1],
          [1, 0],
        ],
        [2, 4],
      ),
    );
    expect(history.mean(10)).toEqual([0.5, 0.75]);
    expect(history.mean(1)).toEqual([0.75, 1]);
    expect(history.tickMs).toBe(3);
  });

  it('is empty after it was cleared', () => {
    const history = new LaneHistory(10);
    history.add(report([[1, 0]]));
    history.clear();
    expect(history.last(10)).toEqual([]);
    expect(history.tickMs).toBe(0);
  });
});
