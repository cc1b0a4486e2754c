import { createWorld, parseScenario, tick, type World } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { Moments } from '../../src/past/moments.ts';

/** Enough memory for all moments, in bytes. */
const ROOM = 2 ** 24;
const NO_COUNTS = { hits: 0, orbits: 0 };

function flock(): World {
  const spawn = { type: 'sphere', center: [0, 0, 0], radius: 5, velocity: { speed: 3 } };
  const species = [{ name: 'boid', count: 40, spawn, behaviors: [{ type: 'alignment' }] }];
  return createWorld(parseScenario({ name: 'flock', species }));
}

/** Steps to a tick, and keeps moments when they are due. */
function stepTo(world: World, moments: Moments, end: number, tickMs: number): void {
  while (world.tick < end) {
    tick(world, 1);
    moments.keep(world, tickMs, NO_COUNTS);
  }
}

const ticksOf = (moments: Moments, end: number) => {
  const found = new Set<number>();
  for (let at = 0; at <= end; at++) {
    const kept = moments.before(at);
    if (kept) found.add(kept.moment.tick);
  }
  return [...found];
};

describe('the moments of a run', () => {
  it('are closer together when ticks are slow', () => {
    const [slow, quick] = [new Moments(ROOM), new Moments(ROOM)];
    const world = flock();
    stepTo(world, slow, 100, 10);
    expect(ticksOf(slow, 100)).toEqual([15, 30, 45, 60, 75, 90]);
    stepTo(flock(), quick, 1300, 0.01);
    expect(ticksOf(quick, 1300)).toEqual([600, 1200]);
  });

  it('fit into their memory, at about equal distances', () => {
    const world = flock();
    const one = new Moments(ROOM);
    stepTo(world, one, 1, 1e6);
    const { bytes } = one.before(1)!.moment;
    const moments = new Moments(20.5 * bytes);
    stepTo(world, moments, 400, 1e6);
    const ticks = ticksOf(moments, 400);
    expect(ticks).toHaveLength(20);
    expect(ticks.at(-1)).toBe(400);
    const gaps = ticks.map((at, k) => at - (ticks[k - 1] ?? 0));
    // 20 ticks on average.
    expect(Math.max(...gaps), `${ticks}`).toBeLessThanOrEqual(40);
  });

  it('are kept once, however often the run passes, and dropped after the tick where it changed', () => {
    const moments = new Moments(ROOM);
    stepTo(flock(), moments, 60, 10);
    stepTo(flock(), moments, 60, 10);
    expect(ticksOf(moments, 60)).toEqual([15, 30, 45, 60]);
    moments.forgetAfter(45);
    expect(ticksOf(moments, 60)).toEqual([15, 30, 45]);
    expect(moments.before(14)).toBeUndefined();
  });

  it('keep nothing of a world that is larger than their memory', () => {
    const moments = new Moments(100);
    stepTo(flock(), moments, 60, 10);
    expect(moments.before(60)).toBeUndefined();
  });
});
