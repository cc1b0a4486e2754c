import { describe, expect, it } from 'vitest';
import { tick } from '../../../src/tick/tick.ts';
import { takeEvents } from '../../../src/world/event-ring.ts';
import type { World } from '../../../src/world/world.ts';
import { distance, length, positionOf, velocityOf, worldOf } from '../../helpers/scenes.ts';
import { missOf, SPEED, shoot, targetOf } from '../../helpers/shots.ts';

const DT = 1 / 60;
const T = 2;
const ARRIVAL = T / DT;

// 50 m away, launched at 30 m/s square to the line, to arrive after 2 s.
const square = { velocity: [0, SPEED, 0], radius: 0 };

const COURSES = {
  'a target at rest': {},
  'one that crosses at 15 m/s': { course: [15, 0, 0] },
  'one that flees faster than the launch': { course: [0, 0, 40] },
  'one on a circle': { orbit: { center: [8, 0, 50], axis: [0, 1, 0], rate: 2 } },
};

describe.each(Object.entries(COURSES))('intercept of %s', (_, course) => {
  it.each([
    [2, 0.003],
    [3, 0.0001],
    [4, 0.0001],
  ])('gain %i misses by less than %d m at its time', (gain, most) => {
    const world = shoot({ ...square, ...course, behavior: { type: 'intercept', gain, time: T } });
    tick(world, ARRIVAL);
    expect(missOf(world)).toBeLessThan(most);
  });

  it('also hits at 7 ticks per second, where a step is long', () => {
    const world = shoot({
      ...square,
      ...course,
      dt: 1 / 7,
      behavior: { type: 'intercept', gain: 3, time: T },
    });
    tick(world, 14);
    expect(missOf(world)).toBeLessThan(0.0001);
  });
});

/** Accelerations (m/s^2) of the steps up to a tick. */
function accelerations(world: World, ticks: number): number[][] {
  return Array.from({ length: ticks }, () => {
    const before = velocityOf(world, 0);
    tick(world);
    return velocityOf(world, 0).map((v, axis) => (v - before[axis]) * 60);
  });
}

describe('the closed form on a target at rest', () => {
  // The miss of the launch is (0, 60, 0) - (0, 0, 50).
  const launchMiss = Math.hypot(60, 50);

  it.each([
    [2, 39],
    [3, 59],
    [4, 78],
  ])('gain %i begins at gain miss / T^2, %d m/s^2', (gain, published) => {
    const world = shoot({ ...square, behavior: { type: 'intercept', gain, time: T } });
    const first = length(accelerations(world, 1)[0]);
    const steps = ARRIVAL;
    const expected = (gain * launchMiss) / (steps * (steps + gain - 1) * DT * DT);
    expect(first).toBeCloseTo(expected, 2);
    expect(Math.abs(first / ((gain * launchMiss) / T ** 2) - 1)).toBeLessThan(0.03);
    expect(Math.abs(first / published - 1)).toBeLessThan(0.03);
  });

  it('gain 2 accelerates constantly, undisturbed by drag', () => {
    const world = shoot({ ...square, behavior: { type: 'intercept', gain: 2, time: T } });
    const all = accelerations(world, ARRIVAL);
    for (const one of all) {
      expect(one[1]).toBeCloseTo((-2 * 60) / (T * (T + DT)), 1);
      expect(one[2]).toBeCloseTo((2 * 50) / (T * (T + DT)), 1);
    }
  });

  it.each([2, 3, 4])('gain %i arrives at v + gain / (gain - 1) miss / T', (gain) => {
    const world = shoot({ ...square, behavior: { type: 'intercept', gain, time: T } });
    tick(world, ARRIVAL);
    const share = gain / (gain - 1) / T;
    const expected = [SPEED - share * 60, share * 50];
    const [, y, z] = velocityOf(world, 0);
    expect(distance([y, z], expected)).toBeLessThan(0.02 * length(expected));
  });

  it('gain 3 takes the least effort', () => {
    const effort = (gain: number): number =>
      accelerations(
        shoot({ ...square, behavior: { type: 'intercept', gain, time: T } }),
        ARRIVAL,
      ).reduce((sum, a) => sum + length(a) ** 2 * DT, 0);
    const least = effort(3);
    for (const gain of [2, 2.7, 3.3, 4]) expect(effort(gain)).toBeGreaterThan(least);
    // 3 miss^2 / T^3 is that of the continuous solution.
    expect(Math.abs(least / ((3 * launchMiss ** 2) / T ** 3) - 1)).toBeLessThan(0.03);
  });
});

describe.each([0, 0.1, 1, 5])('on a target of radius %d m', (radius) => {
  it.each([2, 3])(
    'gain %i hits in the step that ends at its time, the target at rest or moving',
    (gain) => {
      for (const course of [
        [0, 0, 0],
        [15, 0, 0],
        [-9, 9, 20],
      ]) {
        const world = shoot({
          velocity: [0, SPEED, 0],
          radius: Math.max(radius, 1e-3),
          course,
          species: { radius: 0.25 },
          behavior: { type: 'intercept', gain, time: T },
        });
        tick(world, ARRIVAL + 30);
        expect(takeEvents(world)).toMatchObject([{ type: 'hit', tick: ARRIVAL }]);
      }
    },
  );
});

describe('the limits of the body', () => {
  it('an agent slowed by its speed limit hits late', () => {
    const world = shoot({
      velocity: [0, SPEED, 0],
      species: { maxSpeed: 20 },
      behavior: { type: 'intercept', time: T },
    });
    tick(world, 600);
    const [hit] = takeEvents(world);
    expect(hit).toMatchObject({ type: 'hit' });
    expect(hit.tick).toBeGreaterThan(ARRIVAL + 10);
  });

  it('an agent that starts on its target hits at once', () => {
    const world = shoot({
      target: [0, 0, 0],
      velocity: [0, 0, 0],
      behavior: { type: 'intercept', time: T },
    });
    tick(world);
    expect(takeEvents(world)).toMatchObject([{ type: 'hit', tick: 1 }]);
  });

  it('an agent at rest in the plane arrives across the seam of a torus', () => {
    const world = shoot({
      dimensions: 2,
      bounds: { type: 'wrap', min: [-40, -30, 0], max: [40, 30, 9] },
      position: [38, 1, 7],
      velocity: [0, 0, 0],
      target: [-35, -8, 4],
      behavior: { type: 'intercept', time: T },
    });
    let fastest = 0;
    for (let k = 0; k < ARRIVAL; k++) {
      tick(world);
      fastest = Math.max(fastest, length(velocityOf(world, 0)));
      expect(positionOf(world, 0)[2] === 0).toBe(true);
    }
    expect(takeEvents(world)).toMatchObject([{ type: 'hit', tick: ARRIVAL }]);
    expect(fastest).toBeLessThan(10);
  });
});

/** The ticks at which three agents, launched at ticks 0, 13 and 55, hit one target. */
function salvo(behavior: Record<string, unknown>): number[] {
  const world = worldOf({
    species: [
      { name: 'm', count: 3, spawn: { type: 'pool' }, damping: 0.1, behaviors: [behavior] },
    ],
    targets: [{ name: 'goal', position: [0, 0, 60], radius: 2 }],
    launchers: [{ name: 'gun', species: 'm', target: 'goal', position: [0, 0, 0], speed: 30 }],
    commands: [0, 13, 55].map((at) => ({ tick: at, type: 'fire' })),
  });
  tick(world, 400);
  return takeEvents(world).flatMap((event) => (event.type === 'hit' ? [event.tick] : []));
}

describe('a period', () => {
  it('makes each hit at the next multiple that leaves it enough time', () => {
    // Born at ticks 1, 14 and 56.
    expect(salvo({ type: 'intercept', time: 1 })).toEqual([61, 74, 116]);
    expect(salvo({ type: 'intercept', time: 1, period: 2 })).toEqual([120, 120, 120]);
    expect(salvo({ type: 'intercept', time: 1, period: 1.5 })).toEqual([90, 90, 180]);
    expect(salvo({ type: 'rendezvous', time: 1, period: 2, velocity: [0, 0, 40] })).toEqual([
      120, 120, 120,
    ]);
  });

  it('counts a multiple that falls exactly at the end of the time', () => {
    expect(salvo({ type: 'intercept', time: 64 / 60, period: 2 })).toEqual([120, 120, 120]);
    expect(salvo({ type: 'intercept', time: 65 / 60, period: 2 })).toEqual([120, 120, 240]);
  });
});

describe.each(Object.entries(COURSES))('rendezvous with %s', (name, course) => {
  const velocity = [12, -20, 5];

  it.each([60, 7])('arrives at its time with its velocity, at %i ticks per second', (rate) => {
    const world = shoot({
      ...square,
      ...course,
      dt: 1 / rate,
      behavior: { type: 'rendezvous', time: T, velocity },
    });
    tick(world, T * rate);
    expect(missOf(world)).toBeLessThan(1e-4);
    // The motion of a circling target in the last steps changes the velocity: 32 m/s^2 x some steps.
    const most = name === 'one on a circle' ? (32 * 3) / rate : 2e-3;
    expect(distance(velocityOf(world, 0), velocity)).toBeLessThan(most);
  });
});

describe('rendezvous', () => {
  it('begins at 6 ZEM / T^2 - 2 ZEV / T', () => {
    const velocity = [0, 0, 40];
    const world = shoot({ ...square, behavior: { type: 'rendezvous', time: T, velocity } });
    const [first] = accelerations(world, 1);
    const expected = [0, (6 * -60) / T ** 2 - (2 * -30) / T, (6 * 50) / T ** 2 - (2 * 40) / T];
    expect(distance(first, expected)).toBeLessThan(0.02 * length(expected));
  });

  it('flies straight on after its time', () => {
    const velocity = [0, 0, 40];
    const world = shoot({ ...square, behavior: { type: 'rendezvous', time: T, velocity } });
    tick(world, ARRIVAL + 60);
    expect(distance(velocityOf(world, 0), velocity)).toBeLessThan(2e-3);
    expect(distance(positionOf(world, 0), [0, 0, 90])).toBeLessThan(0.01);
  });

  it.each([
    ['at a velocity', [0, 10, 35]],
    ['at that of the target: it comes to rest beside it', [3, 0, 0]],
  ])('reaches the surface of a target of 2 m in the last step, %s', (_, velocity) => {
    const world = shoot({
      velocity: [0, SPEED, 0],
      course: [3, 0, 0],
      radius: 2,
      behavior: { type: 'rendezvous', time: T, velocity },
    });
    tick(world, ARRIVAL - 1);
    expect(takeEvents(world)).toEqual([]);
    tick(world);
    expect(Math.abs(distance(positionOf(world, 0), targetOf(world)) - 2)).toBeLessThan(0.6);
    expect(distance(velocityOf(world, 0), velocity)).toBeLessThan(0.2);
  });
});
