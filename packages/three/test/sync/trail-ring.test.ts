import { describe, expect, it } from 'vitest';
import { TrailRing } from '../../src/sync/trail-ring.ts';

type Vector = [number, number, number];

const MUZZLE: Vector = [0, 0, 0];

/** Segment i as [from, to, time from, time to]; each end is stored twice. */
function segment({ places, times }: TrailRing, i: number) {
  const vertices = [0, 1, 2, 3].map((k) => {
    const at = i * 4 + k;
    return { place: [...places.subarray(at * 3, at * 3 + 3)], time: times[at] };
  });
  expect(vertices[1]).toEqual(vertices[0]);
  expect(vertices[3]).toEqual(vertices[2]);
  return [vertices[0].place, vertices[2].place, vertices[0].time, vertices[2].time];
}

function velocityAt({ velocities }: TrailRing, i: number, end: 0 | 1): number[] {
  const at = (i * 4 + 2 * end) * 3;
  return [...velocities.subarray(at, at + 3)];
}

describe('TrailRing', () => {
  it('joins the places of one life, starting at the muzzle', () => {
    const trails = new TrailRing(8);
    trails.begin(5, 10, MUZZLE, 1);
    trails.extend(5, [1, 0, 0], undefined, 1.5);
    trails.extend(5, [1, 2, 0], undefined, 2);
    expect(trails.written).toBe(2);
    expect(segment(trails, 0)).toEqual([[0, 0, 0], [1, 0, 0], 1, 1.5]);
    expect(segment(trails, 1)).toEqual([[1, 0, 0], [1, 2, 0], 1.5, 2]);
  });

  it('draws nothing for an agent that has not begun or has ended', () => {
    const trails = new TrailRing(8);
    trails.extend(1, [1, 1, 1], undefined, 1);
    trails.begin(2, 0, MUZZLE, 0);
    trails.end(2);
    trails.extend(2, [1, 1, 1], undefined, 1);
    expect(trails.written).toBe(0);
  });

  it('never joins two lives: a beam born again begins at the muzzle', () => {
    const trails = new TrailRing(8);
    trails.begin(3, 10, MUZZLE, 0);
    trails.extend(3, [9, 9, 9], [1, 0, 0], 1);
    expect(trails.follows(3, 10)).toBe(true);
    expect(trails.follows(3, 99)).toBe(false);
    trails.begin(3, 99, MUZZLE, 2);
    trails.extend(3, [0, 0, 1], undefined, 3);
    expect(segment(trails, 1)).toEqual([[0, 0, 0], [0, 0, 1], 2, 3]);
    expect(velocityAt(trails, 1, 0)).toEqual([0, 0, 1]);
  });

  it('lifts the pen of an agent that was moved elsewhere, and continues from there', () => {
    const trails = new TrailRing(64, 0.5);
    trails.begin(0, 0, MUZZLE, 0);
    trails.extend(0, [0.4, 0, 0], [4, 0, 0], 0.1);
    trails.extend(0, [30, 0, 0], [4, 0, 0], 0.2);
    expect(trails.written).toBe(1);
    trails.extend(0, [30.4, 0, 0], [4, 0, 0], 0.3);
    expect(trails.written).toBe(2);
    expect(segment(trails, 1)[0]).toEqual([30, 0, 0]);
    expect(segment(trails, 1)[2]).toBeCloseTo(0.2, 6);
    // A fast agent leaves a long line.
    trails.extend(0, [60, 0, 0], [300, 0, 0], 0.4);
    expect(trails.written).toBe(34);
  });

  it('keeps the pens of different agents apart', () => {
    const trails = new TrailRing(8);
    trails.begin(0, 0, MUZZLE, 0);
    trails.begin(1, 0, [10, 0, 0], 0);
    trails.extend(0, [1, 0, 0], undefined, 1);
    trails.extend(1, [11, 0, 0], undefined, 1);
    expect(segment(trails, 0).slice(0, 2)).toEqual([
      [0, 0, 0],
      [1, 0, 0],
    ]);
    expect(segment(trails, 1).slice(0, 2)).toEqual([
      [10, 0, 0],
      [11, 0, 0],
    ]);
  });

  it('cuts long steps evenly, in place and time', () => {
    const trails = new TrailRing(8, 0.5);
    trails.begin(0, 0, MUZZLE, 0);
    trails.extend(0, [1.25, 0, 0], undefined, 3);
    expect(trails.written).toBe(3);
    const [, to, , time] = segment(trails, 1);
    expect((to as number[])[0]).toBeCloseTo((1.25 * 2) / 3, 6);
    expect(time).toBeCloseTo(2, 6);
    expect(segment(trails, 2).slice(1)).toEqual([[1.25, 0, 0], time, 3]);
  });

  it('follows a circle between states far apart, and meets itself at the joints', () => {
    // Radius 25 m at 30 m/s, seen every 4 ticks: 2 m apart, drawn every 0.1 m.
    const trails = new TrailRing(400, 0.1);
    const state = (seconds: number): [Vector, Vector] => {
      const angle = (30 / 25) * seconds;
      return [
        [25 * Math.cos(angle), 25 * Math.sin(angle), 0],
        [-30 * Math.sin(angle), 30 * Math.cos(angle), 0],
      ];
    };
    trails.begin(0, 0, state(0)[0], 0);
    for (let i = 1; i <= 10; i++) trails.extend(0, ...state((i * 4) / 60), (i * 4) / 60);
    expect(trails.written).toBeGreaterThan(190);
    // The first step starts with a velocity that was never seen.
    for (let i = 25; i < trails.written; i++) {
      const [from] = segment(trails, i);
      const [, joint] = segment(trails, i - 1);
      expect(from).toEqual(joint);
      expect(velocityAt(trails, i, 0)).toEqual(velocityAt(trails, i - 1, 1));
      const [x, y] = from as number[];
      expect(Math.hypot(x, y)).toBeCloseTo(25, 4);
      const [vx, vy] = velocityAt(trails, i, 0);
      expect(Math.hypot(vx, vy)).toBeCloseTo(30, 1);
      expect(Math.abs(x * vx + y * vy)).toBeLessThan(0.5);
    }
  });

  it('is straight where no time passed', () => {
    const trails = new TrailRing(8, 0.5);
    trails.begin(0, 0, MUZZLE, 1);
    trails.extend(0, [1, 0, 0], [0, 30, 0], 1);
    expect(trails.written).toBe(2);
    expect([...trails.places, ...trails.velocities].every(Number.isFinite)).toBe(true);
    expect(segment(trails, 1)[1]).toEqual([1, 0, 0]);
  });

  it('overwrites the oldest when the ring is full', () => {
    const trails = new TrailRing(3);
    trails.begin(0, 0, MUZZLE, 0);
    for (let i = 1; i <= 5; i++) trails.extend(0, [i, 0, 0], undefined, i);
    expect(trails.written).toBe(5);
    expect([0, 1, 2].map((i) => segment(trails, i)[3])).toEqual([4, 5, 3]);
  });

  it('returns each stretch once, as two where the ring wraps', () => {
    const trails = new TrailRing(5);
    trails.begin(0, 0, MUZZLE, 0);
    const extend = (n: number) => {
      for (let i = 0; i < n; i++) trails.extend(0, [i, 0, 0], undefined, i);
    };
    expect(trails.takeFresh()).toEqual([]);
    extend(4);
    expect(trails.takeFresh()).toEqual([{ first: 0, count: 4 }]);
    expect(trails.takeFresh()).toEqual([]);
    extend(3);
    expect(trails.takeFresh()).toEqual([
      { first: 4, count: 1 },
      { first: 0, count: 2 },
    ]);
    extend(17);
    const all = trails.takeFresh();
    expect(all.reduce((sum, stretch) => sum + stretch.count, 0)).toBe(5);
  });

  it('treats segments that were never written as long faded', () => {
    expect(new TrailRing(2).times.every((time) => time < -1000)).toBe(true);
  });

  it('has the kind of its agent for each vertex', () => {
    const trails = new TrailRing(3);
    trails.begin(4, 0, [0, 0, 0], 0, 7);
    trails.begin(5, 0, [1, 0, 0], 0, 2);
    trails.extend(5, [1, 1, 0], undefined, 1);
    trails.extend(4, [0, 1, 0], undefined, 1);
    expect([...trails.kinds]).toEqual([2, 2, 2, 2, 7, 7, 7, 7, 0, 0, 0, 0]);
  });
});
