import { describe, expect, it } from 'vitest';
import { PointsOver } from '../../src/display/points-over.ts';

/** Samples a run of `seconds` four times a second. */
function run(
  points: PointsOver,
  value: number,
  seconds: number,
  measure: (t: number) => readonly number[],
): void {
  for (let t = 0; t <= seconds; t += 0.25) points.add(value, t, measure(t));
}

describe('points over a parameter', () => {
  it('are means, gains and losses per second, in the order of the values', () => {
    const points = new PointsOver([undefined, 'gain', 'loss']);
    run(points, 3, 10, (t) => [t, 5 + 2 * t, 50 - 3 * t]);
    run(points, 1, 4, () => [7, 0, 0]);
    expect(points.data).toEqual([
      [1, 3],
      [7, 5],
      [0, 2],
      [0, 3],
    ]);
  });

  it('have the rate until the measure changes no more', () => {
    const points = new PointsOver(['loss']);
    run(points, 2, 60, (t) => [Math.max(0, 20 - 2 * t)]);
    expect(points.data).toEqual([[2], [2]]);
  });

  it('start again at another value, and leave out what was too short', () => {
    const points = new PointsOver(['loss']);
    for (let t = 0; t <= 20; t += 0.25) {
      // The crowd stands until its hurry is set to 2 after 10 s; a value in between is held for 1 s.
      const value = t < 9 ? 1 : t < 10 ? 1.5 : 2;
      points.add(value, t, [t < 10 ? 40 : 40 - 4 * (t - 10)]);
    }
    expect(points.data).toEqual([
      [1, 2],
      [0, 4],
    ]);
  });

  it('keep the longest of several stretches, also after the run is started again', () => {
    const points = new PointsOver([undefined]);
    run(points, 1, 8, () => [3]);
    run(points, 1, 4, () => [9]);
    expect(points.data).toEqual([[1], [3]]);
    run(points, 1, 12, () => [5]);
    expect(points.data).toEqual([[1], [5]]);
  });

  it('have no value where a measure has none', () => {
    const points = new PointsOver([undefined]);
    run(points, 1, 4, () => [Number.NaN]);
    expect(points.data).toEqual([[1], [null]]);
  });
});
