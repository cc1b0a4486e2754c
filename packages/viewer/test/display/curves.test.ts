import { describe, expect, it } from 'vitest';
import { Curves } from '../../src/display/curves.ts';

describe('the curves of a plot', () => {
  it('are in the order of time, however the run was seen', () => {
    const curves = new Curves(2);
    for (const time of [0, 1, 5, 3, 2, 5, 4]) curves.add(time, [10 * time, null]);
    expect(curves.data).toEqual([
      [0, 1, 2, 3, 4, 5],
      [0, 10, 20, 30, 40, 50],
      [null, null, null, null, null, null],
    ]);
    expect(curves.end).toBe(5);
  });

  it('end where the run goes another way', () => {
    const curves = new Curves(1);
    for (const time of [0, 1, 2, 3]) curves.add(time, [time]);
    curves.forgetAfter(1.5);
    expect(curves.data).toEqual([
      [0, 1],
      [0, 1],
    ]);
    curves.add(2, [-2]);
    expect(curves.data[1]).toEqual([0, 1, -2]);
    curves.forgetAfter(-1);
    expect(curves.end).toBe(Number.NEGATIVE_INFINITY);
  });

  it('cover the whole time with a limited number of samples, about evenly', () => {
    const most = 50;
    const curves = new Curves(1, most);
    for (let tick = 0; tick <= 5000; tick++) {
      curves.add(tick, [tick * tick]);
      const [times, values] = curves.data;
      expect(times.length).toBeLessThanOrEqual(most);
      expect(times[0]).toBe(0);
      expect(tick - curves.end).toBeLessThanOrEqual((2 * tick) / most + 1);
      expect(values).toEqual(times.map((time) => time * time));
    }
    const [times] = curves.data;
    expect(times.length).toBeGreaterThan(most / 4);
    const gaps = times.slice(1).map((time, k) => time - times[k]!);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(4 * Math.min(...gaps));
  });
});
