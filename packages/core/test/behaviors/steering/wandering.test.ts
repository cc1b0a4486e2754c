import { describe, expect, it } from 'vitest';
import { steer } from '../../../src/phases/steer.ts';
import { tick } from '../../../src/tick/tick.ts';
import type { World } from '../../../src/world/world.ts';
import { LONG } from '../../helpers/long.ts';
import { randomOf, shuffled } from '../../helpers/random-of.ts';
import { length, type Triple, worldOf } from '../../helpers/scenes.ts';

const COUNT = LONG ? 1003 : 203;
/** Several intervals, so that every agent changes direction; one and a half in `npm test`. */
const TICKS = LONG ? 130 : 65;

function wanderers(dimensions: number, behaviors: Record<string, unknown>[], seed = 1): World {
  return worldOf({
    seed,
    dimensions,
    species: [
      {
        name: 'mote',
        count: COUNT,
        spawn: { type: 'box', min: [-50, -20, -9], max: [50, 20, 9] },
        maxSpeed: 3,
        behaviors,
      },
    ],
  });
}

const WANDER = { type: 'wander', weight: 2.5, interval: 0.7 };

/** Forces of the present state by id, computed in the given slices. */
function forcesOf(world: World, cuts: readonly number[] = [0, COUNT]): Triple[] {
  for (let k = 1; k < cuts.length; k++) steer(world, cuts[k - 1], cuts[k], 0);
  const { x, y, z } = world.scratch.force;
  return Array.from(world.views.slot, (at) => [x[at], y[at], z[at]]);
}

describe.each([2, 3])('wander in %i dimensions', (dimensions) => {
  it('never pulls harder than its weight, nor changes faster than smoothstep allows', () => {
    const world = wanderers(dimensions, [WANDER]);
    let before = forcesOf(world);
    let strongest = 0;
    let quickest = 0;
    let level = true;
    for (let k = 0; k < TICKS; k++) {
      tick(world);
      const forces = forcesOf(world);
      forces.forEach((force, id) => {
        strongest = Math.max(strongest, length(force));
        quickest = Math.max(quickest, length(force.map((v, axis) => v - before[id][axis])));
        if (force[2] !== 0) level = false;
      });
      before = forces;
    }
    expect(level).toBe(dimensions === 2);
    expect(strongest).toBeLessThanOrEqual(2.5 * (1 + 1e-6));
    expect(strongest).toBeGreaterThan(2.5 * 0.99);
    // The slope of smoothstep is at most 1.5, and two unit vectors are at most 2 apart.
    expect(quickest).toBeLessThan((2.5 * 3) / 0.7 / 60 + 1e-5);
    expect(quickest).toBeGreaterThan(((2.5 * 3) / 0.7 / 60) * 0.8);
  });

  it('pulls each agent in its own direction, without a favorite', () => {
    const forces = forcesOf(wanderers(dimensions, [WANDER], 5));
    expect(new Set(forces.map(String)).size).toBe(COUNT);
    for (let axis = 0; axis < dimensions; axis++) {
      const mean = forces.reduce((sum, force) => sum + force[axis], 0) / COUNT;
      expect(Math.abs(mean)).toBeLessThan((4 * 2.5) / Math.sqrt(COUNT));
    }
  });

  it('pulls the same for any slices, seed 8', () => {
    const world = wanderers(dimensions, [WANDER]);
    tick(world, 20);
    const whole = forcesOf(world);
    const random = randomOf(8);
    const cuts = [0, COUNT, ...shuffled(COUNT, random).slice(0, 9)].sort((a, b) => a - b);
    expect(forcesOf(world, cuts)).toEqual(whole);
  });
});

it('two wanders of one species differ, and so do two seeds', () => {
  const once = forcesOf(wanderers(3, [WANDER]));
  const twice = forcesOf(wanderers(3, [WANDER, WANDER]));
  const other = forcesOf(wanderers(3, [WANDER], 2));
  once.forEach((force, id) => {
    expect(length(force.map((v, axis) => twice[id][axis] - 2 * v))).toBeGreaterThan(1e-4);
    expect(other[id]).not.toEqual(force);
  });
});

it('an interval shorter than a tick draws a new direction every tick', () => {
  const world = wanderers(3, [{ type: 'wander', interval: 1e-3 }]);
  const before = forcesOf(world);
  tick(world);
  const after = forcesOf(world);
  for (const forces of [before, after]) {
    for (const force of forces) expect(length(force)).toBeCloseTo(1, 5);
  }
  expect(
    after.filter((force, id) => length(force.map((v, a) => v - before[id][a])) < 0.05).length,
  ).toBeLessThan(COUNT / 100);
});
