import { describe, expect, it } from 'vitest';
import { FixedStep, MAX_CATCH_UP } from '../../src/loop/fixed-step.ts';

const DT = 1 / 60;

/** Ticks taken in each frame, for frames that come `everyMs`. */
function ticksPerFrame(everyMs: number, frames: number, clock = new FixedStep(DT)): number[] {
  clock.frame(0);
  clock.take();
  return Array.from({ length: frames }, (_, i) => {
    clock.frame((i + 1) * everyMs);
    return clock.take();
  });
}

describe('FixedStep', () => {
  it('takes one tick per frame at 60 Hz', () => {
    expect(new Set(ticksPerFrame(1000 / 60, 300))).toEqual(new Set([1]));
  });

  it('takes one tick per frame at 59.94 Hz, without ever skipping', () => {
    expect(new Set(ticksPerFrame(1000 / 59.94, 3000))).toEqual(new Set([1]));
  });

  it('keeps wall time at 144 Hz and at 25 Hz', () => {
    const sum = (list: number[]) => list.reduce((total, n) => total + n, 0);
    expect(sum(ticksPerFrame(1000 / 144, 1440))).toBeGreaterThanOrEqual(599);
    expect(sum(ticksPerFrame(40, 250))).toBeGreaterThanOrEqual(599);
    expect(sum(ticksPerFrame(40, 250))).toBeLessThanOrEqual(600);
  });

  it('catches up at most 4 ticks per frame, and drops the rest', () => {
    const clock = new FixedStep(DT);
    clock.frame(0);
    clock.frame(5000);
    expect(clock.take(100)).toBe(MAX_CATCH_UP);
    expect(clock.take(100)).toBe(0);
    clock.frame(5000 + 1000 / 60);
    expect(clock.take(100)).toBe(1);
  });

  it('counts dropped time, but not of the first frame, after a reset, or of a page that stood still', () => {
    const clock = new FixedStep(DT);
    clock.frame(0);
    clock.frame(500);
    clock.reset();
    clock.frame(600);
    clock.frame(1100);
    clock.take();
    clock.frame(2101);
    clock.take();
    expect(clock.droppedMs).toBe(0);
    clock.frame(2101 + 10_000 / 60);
    expect(clock.droppedMs).toBeCloseTo(6000 / 60, 9);
    // No tick was taken, so all further time is dropped too, scaled by the speed.
    clock.frame(2101 + 11_000 / 60, 2);
    expect(clock.droppedMs).toBeCloseTo(8000 / 60, 9);
  });

  it.each([1, 4])('drops nothing at 60 Hz with %i ticks to catch up', (most) => {
    const clock = new FixedStep(DT, most);
    ticksPerFrame(1000 / 60, 3000, clock);
    expect(clock.droppedMs).toBe(0);
  });

  it('gives no more ticks than requested, and keeps the rest due', () => {
    const clock = new FixedStep(DT);
    clock.frame(0);
    clock.frame(3000 / 60);
    expect(clock.take(1)).toBe(1);
    expect(clock.take(5)).toBe(2);
  });

  it('makes up for no time before a reset, such as that of a hidden tab', () => {
    const clock = new FixedStep(DT);
    clock.frame(0);
    clock.frame(50);
    clock.reset();
    expect(clock.take()).toBe(0);
    clock.frame(3_600_000);
    expect(clock.take()).toBe(0);
    clock.frame(3_600_000 + 1000 / 60);
    expect(clock.take()).toBe(1);
  });

  it('steps a scene of 10 ticks per second once in six frames of 60 Hz', () => {
    const clock = new FixedStep(0.1);
    const taken = ticksPerFrame(1000 / 60, 600, clock);
    expect(taken.reduce((total, n) => total + n, 0)).toBeGreaterThanOrEqual(99);
    expect(Math.max(...taken)).toBe(1);
  });

  it('takes ticks in proportion to the speed', () => {
    const clock = new FixedStep(DT);
    let taken = 0;
    for (let frame = 0; frame <= 100; frame++) {
      clock.frame((frame * 1000) / 60, 0.25);
      taken += clock.take();
    }
    expect(taken).toBe(25);
    expect(clock.due).toBeCloseTo(0, 6);
  });

  it('never goes back when frame times do', () => {
    const clock = new FixedStep(DT);
    clock.frame(1000);
    clock.frame(900);
    expect(clock.take()).toBe(0);
    clock.frame(900 + 1000 / 60);
    expect(clock.take()).toBe(1);
  });
});
