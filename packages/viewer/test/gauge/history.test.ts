import { describe, expect, it } from 'vitest';
import { History } from '../../src/gauge/history.ts';

describe('History', () => {
  it('keeps the last samples of each series, the newest at time 0', () => {
    const history = new History(2, 4, 0.5);
    expect(history.data[0]).toEqual([-1.5, -1, -0.5, 0]);
    for (let k = 1; k <= 6; k++) history.push(k, k % 2 === 0 ? null : 10 * k);
    expect(history.data.slice(1)).toEqual([
      [3, 4, 5, 6],
      [30, null, 50, null],
    ]);
    history.clear();
    history.push(7, 70);
    expect(history.data.slice(1)).toEqual([
      [null, null, null, 7],
      [null, null, null, 70],
    ]);
  });
});
