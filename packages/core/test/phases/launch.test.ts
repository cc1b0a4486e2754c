import { describe, expect, it } from 'vitest';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import { slotOf } from '../../src/world/slot-of.ts';
import { STATUS } from '../../src/world/status.ts';
import type { World } from '../../src/world/world.ts';
import { LONG } from '../helpers/long.ts';
import {
  angleBetween,
  distance,
  length,
  positionOf,
  type Triple,
  velocityOf,
  worldOf,
} from '../helpers/scenes.ts';
import { chiSquareDeviation, histogram } from '../helpers/statistics.ts';

const DEGREE = Math.PI / 180;
const GUN: Triple = [3, -4, 5];
const GOAL: Triple = [20, 30, -25];
const LINE = GOAL.map((value, axis) => value - GUN[axis]);

interface Range {
  readonly seed?: number;
  readonly count?: number;
  readonly dimensions?: number;
  readonly target?: readonly number[];
  readonly commands?: Record<string, unknown>[];
}

function range({
  seed = 1,
  count = 64,
  dimensions = 3,
  target = GOAL,
  commands = [],
}: Range): World {
  return worldOf({
    seed,
    dimensions,
    species: [
      { name: 'dust', count: 5, spawn: { type: 'box', min: [-9, -9, -9], max: [9, 9, 9] } },
      {
        name: 'beam',
        count,
        spawn: { type: 'pool' },
        damping: 0.1,
        behaviors: [{ type: 'homing' }],
      },
    ],
    targets: [{ name: 'goal', position: target, radius: 3 }],
    launchers: [
      { name: 'gun', species: 'beam', target: 'goal', position: GUN, speed: 30 },
      { name: 'second', species: 'beam', target: 'goal', position: [0, 0, 0], speed: 7 },
    ],
    commands,
  });
}

/** The velocities with which the first `count` beams leave. */
function volley(world: World, count: number): Triple[] {
  command(world, { type: 'fire', count });
  tick(world);
  return Array.from({ length: count }, (_, k) => velocityOf(world, 5 + k));
}

describe('fire', () => {
  it('launches one beam at the gun with its speed, 60 degrees off the line to the target', () => {
    const world = range({});
    const [velocity] = volley(world, 1);
    expect(positionOf(world, 5)).toEqual(GUN);
    expect(length(velocity)).toBeCloseTo(30, 4);
    expect(angleBetween(velocity, LINE)).toBeCloseTo(60 * DEGREE, 5);
  });

  it('launches sixteen in a ring across the line, in equal steps of 22.5 degrees', () => {
    const ring = volley(range({}), 16);
    ring.forEach((velocity, k) => {
      expect(length(velocity)).toBeCloseTo(30, 4);
      expect(angleBetween(velocity, LINE)).toBeCloseTo(90 * DEGREE, 5);
      expect(angleBetween(velocity, ring[(k + 1) % 16])).toBeCloseTo(22.5 * DEGREE, 5);
      expect(angleBetween(velocity, ring[(k + 8) % 16])).toBeCloseTo(180 * DEGREE, 3);
    });
  });

  it.each([
    [3, 90],
    [7, 20],
    [1, 0],
    [2, 180],
  ])('launches %i at an angle of %d degrees on that cone', (count, degrees) => {
    const world = range({});
    command(world, { type: 'fire', count, angle: degrees * DEGREE });
    tick(world);
    for (let k = 0; k < count; k++) {
      expect(angleBetween(velocityOf(world, 5 + k), LINE)).toBeCloseTo(degrees * DEGREE, 3);
    }
  });

  it('still launches a ring if the target is straight up or straight down', () => {
    for (const target of [
      [3, 50, 5],
      [3, -50, 5],
    ]) {
      const ring = volley(range({ target }), 16);
      ring.forEach((velocity, k) => {
        expect(Math.abs(velocity[1])).toBeLessThan(1e-4);
        expect(angleBetween(velocity, ring[(k + 1) % 16])).toBeCloseTo(22.5 * DEGREE, 5);
      });
    }
  });

  it('launches at a finite velocity if the gun is at the target', () => {
    const [velocity] = volley(range({ target: GUN }), 1);
    expect(length(velocity)).toBeCloseTo(30, 4);
  });

  it('uses the two sides of the line as a ring in the plane', () => {
    const world = range({ dimensions: 2 });
    const ring = volley(world, 4);
    const line = [...LINE.slice(0, 2), 0];
    for (const velocity of ring) {
      expect(velocity[2] === 0).toBe(true);
      expect(angleBetween(velocity, line)).toBeCloseTo(90 * DEGREE, 5);
    }
    expect(new Set(ring.map((velocity) => Math.sign(velocity[0]))).size).toBe(2);
    expect(positionOf(world, 5)).toEqual([GUN[0], GUN[1], 0]);
  });

  it('uses the place and the speed of the launcher that it names', () => {
    const world = range({});
    command(world, { type: 'fire', launcher: 'second' });
    tick(world);
    expect(positionOf(world, 5)).toEqual([0, 0, 0]);
    expect(length(velocityOf(world, 5))).toBeCloseTo(7, 4);
    expect(takeEvents(world)).toMatchObject([{ type: 'fired', launcher: 'second', count: 1 }]);
  });

  it('aims at where the target is, not where it was at the start', () => {
    const world = range({});
    command(world, { type: 'move', position: [-50, 0, 5] });
    tick(world);
    const [velocity] = volley(world, 1);
    expect(angleBetween(velocity, [-53, 4, 0])).toBeCloseTo(60 * DEGREE, 4);
  });
});

/** The base roll of one fire: its angle about the line, as a share of a full turn. */
function rollOf(world: World): number {
  const [velocity] = volley(world, 1);
  // Two axes perpendicular to the line.
  const a = [LINE[1], -LINE[0], 0];
  const b = [
    LINE[1] * a[2] - LINE[2] * a[1],
    LINE[2] * a[0] - LINE[0] * a[2],
    LINE[0] * a[1] - LINE[1] * a[0],
  ];
  const along = (axis: number[]): number =>
    velocity.reduce((sum, value, k) => sum + value * axis[k], 0) / length(axis);
  const turn = Math.atan2(along(b), along(a)) / (2 * Math.PI);
  return Math.min(turn < 0 ? turn + 1 : turn, 0.99999);
}

describe('the random base roll', () => {
  it('differs by seed, uniformly', () => {
    const counts = histogram(8, LONG ? 400 : 32, (seed) => rollOf(range({ seed, count: 1 })));
    expect(Math.abs(chiSquareDeviation(counts))).toBeLessThan(4);
  });

  it('differs by tick, and by place among the commands of one tick', () => {
    const each = range({});
    const seen = new Set<string>();
    for (let k = 0; k < 20; k++) {
      command(each, { type: 'fire' });
      command(each, { type: 'fire' });
      tick(each);
      for (const id of [2 * k, 2 * k + 1]) seen.add(String(velocityOf(each, 5 + id)));
    }
    expect(seen.size).toBe(40);
  });

  it('is the same for the same seed and tick', () => {
    expect(volley(range({ seed: 9 }), 5)).toEqual(volley(range({ seed: 9 }), 5));
  });
});

describe('the pool', () => {
  const aliveIds = (world: World): number[] =>
    Array.from(world.views.id)
      .filter((id, at) => world.views.status[at] === STATUS.alive && id >= 5)
      .sort((a, b) => a - b);

  it('gives the dead first, then the oldest, each with the next id of its index, with an event', () => {
    const world = range({ count: 10 });
    const { indexMask } = world.plan.ids;
    const fire = (count: number): void => {
      command(world, { type: 'fire', count });
      tick(world);
    };
    fire(4);
    expect(aliveIds(world)).toEqual([5, 6, 7, 8]);
    fire(4);
    expect(aliveIds(world)).toEqual([5, 6, 7, 8, 9, 10, 11, 12]);
    const before = positionOf(world, 7);
    fire(5);
    const again = [5, 6, 7].map((id) => id + indexMask + 1);
    expect(aliveIds(world)).toEqual([8, 9, 10, 11, 12, 13, 14, ...again]);
    for (const id of [13, 14, ...again]) {
      expect(positionOf(world, id)).toEqual(GUN);
      expect(world.views.birth[slotOf(world, id)]).toBe(3);
    }
    expect(slotOf(world, 7)).toBe(-1);
    expect(distance(before, GUN)).toBeGreaterThan(0.1);
    const fired = { type: 'fired', launcher: 'gun', species: 'beam', recycled: 0, refused: 0 };
    expect(takeEvents(world)).toEqual([
      { ...fired, tick: 1, count: 4 },
      { ...fired, tick: 2, count: 4 },
      { ...fired, tick: 3, count: 5, recycled: 3 },
    ]);
  });

  it('continues where it was, after ticks without a fire', () => {
    const world = range({ count: 10 });
    for (const [gap, ids] of [
      [1, [5, 6, 7]],
      [2, [5, 6, 7, 8, 9, 10]],
      [3, [5, 6, 7, 8, 9, 10, 11, 12, 13]],
    ] as const) {
      command(world, { type: 'fire', count: 3 });
      tick(world, gap);
      expect(aliveIds(world)).toEqual(ids);
    }
  });

  it('can be fired all at once, twice', () => {
    const world = range({ count: 10 });
    for (const recycled of [0, 10]) {
      command(world, { type: 'fire', count: 10 });
      tick(world);
      expect(takeEvents(world)).toMatchObject([{ count: 10, recycled }]);
      expect(aliveIds(world)).toHaveLength(10);
    }
  });

  it('gives different beams to two fires in one tick', () => {
    const world = range({
      count: 10,
      commands: [
        { tick: 0, type: 'fire', count: 3 },
        { tick: 0, type: 'fire', launcher: 'second', count: 4 },
      ],
    });
    tick(world);
    expect(aliveIds(world)).toHaveLength(7);
    expect(positionOf(world, 7)).toEqual(GUN);
    expect(positionOf(world, 8)).toEqual([0, 0, 0]);
  });

  it('fires a beam again, without a hit, if it would have hit in that step', () => {
    const world = range({ count: 1, target: [3, -4, 15] });
    command(world, { type: 'fire', angle: 0 });
    // 10 m to fly at 30 m/s, 7 of them to the sphere: it hits in the step to tick 15.
    tick(world, 14);
    expect(takeEvents(world)).toMatchObject([{ type: 'fired' }]);
    command(world, { type: 'fire', angle: 0 });
    tick(world);
    expect(takeEvents(world)).toMatchObject([{ type: 'fired', recycled: 1 }]);
    const second = 5 + world.plan.ids.indexMask + 1;
    expect(aliveIds(world)).toEqual([second]);
    tick(world, 14);
    expect(takeEvents(world)).toMatchObject([{ type: 'hit', id: second }]);
  });
});
