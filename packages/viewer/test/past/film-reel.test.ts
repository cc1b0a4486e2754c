import { describe, expect, it } from 'vitest';
import { FilmReel } from '../../src/past/film-reel.ts';

describe('the film of a run', () => {
  it('keeps at most as many pictures as it may, spread over the whole run', () => {
    const dropped: string[] = [];
    const reel = new FilmReel<string>(8, (picture) => dropped.push(picture));
    let added = 0;
    for (let tick = 0; tick < 6000; tick += 30) {
      if (!reel.wants(tick)) continue;
      reel.add(tick, `at ${tick}`);
      added += 1;
    }
    const ticks = reel.shots.map((shot) => shot.tick);
    expect(ticks.length).toBeGreaterThanOrEqual(4);
    expect(ticks.length).toBeLessThanOrEqual(8);
    expect(ticks).toEqual([...ticks].sort((a, b) => a - b));
    const gaps = ticks.slice(1).map((tick, k) => tick - ticks[k]);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(2 * Math.min(...gaps));
    expect(6000 - ticks.at(-1)!).toBeLessThanOrEqual(2 * Math.min(...gaps));
    expect(dropped.length).toBe(added - ticks.length);
    for (const { picture } of reel.shots) expect(dropped).not.toContain(picture);
  });

  it('takes pictures between earlier ones, after the run was taken back', () => {
    const reel = new FilmReel<number>(8, () => {});
    for (const tick of [100, 300, 200]) reel.add(tick, tick);
    expect(reel.shots.map((shot) => shot.tick)).toEqual([100, 200, 300]);
    expect([reel.wants(200), reel.wants(250)]).toEqual([false, true]);
  });

  it('finds the nearest picture, and forgets those of a discarded future', () => {
    const dropped: number[] = [];
    const reel = new FilmReel<number>(8, (picture) => dropped.push(picture));
    expect(reel.near(5)).toBeUndefined();
    for (const tick of [100, 200, 300]) reel.add(tick, tick);
    expect([0, 149, 151, 999].map((tick) => reel.near(tick)?.tick)).toEqual([100, 100, 200, 300]);
    reel.forgetAfter(200);
    expect(reel.shots.map((shot) => shot.tick)).toEqual([100, 200]);
    reel.clear();
    expect([reel.shots, dropped]).toEqual([[], [300, 100, 200]]);
  });
});
