import { describe, expect, it } from 'vitest';
import { FrameWindow } from '../../src/gauge/statistics.ts';

function fill(window: FrameWindow, frames: readonly (readonly number[])[]): void {
  for (const frame of frames) {
    for (const ms of frame) window.measure(ms);
    window.endFrame();
  }
}

describe('FrameWindow', () => {
  it('is 0 when empty', () => {
    const window = new FrameWindow(60);
    expect([window.mean, window.max]).toEqual([0, 0]);
  });

  it('gives mean and maximum of the measurements', () => {
    const window = new FrameWindow(60);
    fill(window, [[10], [20], [33]]);
    expect(window.mean).toBeCloseTo(21, 12);
    expect(window.max).toBe(33);
  });

  it('weighs measurements, not frames, when a frame holds several or none', () => {
    const window = new FrameWindow(60);
    fill(window, [[2, 20, 6], [], [4]]);
    expect(window.mean).toBeCloseTo(8, 12);
    expect(window.max).toBe(20);
  });

  it('counts the current frame', () => {
    const window = new FrameWindow(60);
    window.measure(7);
    expect([window.mean, window.max]).toEqual([7, 7]);
  });

  it('forgets a frame after exactly 60 more', () => {
    const window = new FrameWindow(60);
    fill(window, [[500]]);
    fill(
      window,
      Array.from({ length: 59 }, () => [10]),
    );
    expect(window.max).toBe(500);
    expect(window.mean).toBeCloseTo((500 + 59 * 10) / 60, 9);
    fill(window, [[10]]);
    expect(window.max).toBe(10);
    expect(window.mean).toBeCloseTo(10, 12);
  });

  it('lets frames without a measurement displace old ones', () => {
    const window = new FrameWindow(5);
    fill(window, [[40], [], [], [], []]);
    expect(window.max).toBe(40);
    fill(window, [[]]);
    expect([window.mean, window.max]).toEqual([0, 0]);
  });

  it('forgets all on clear', () => {
    const window = new FrameWindow(3);
    fill(window, [[1], [2], [3]]);
    window.clear();
    expect([window.mean, window.max]).toEqual([0, 0]);
  });
});
