import { expect } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { tick } from '../../src/tick/tick.ts';
import type { World } from '../../src/world/world.ts';

/** Hashes of ticks 1 to `ticks`, stepped by tick(). */
export function hashesOf(world: World, ticks: number): string[] {
  return Array.from({ length: ticks }, () => {
    tick(world);
    return stateHash(world);
  });
}

/**
 * Steps two worlds `ticks` times, and fails at the first tick after which their hashes differ. `step` steps one of them;
 * `n` is the number of the step, from 0.
 */
export function expectSameTicks(
  found: World,
  expected: World,
  ticks: number,
  step: (world: World, n: number) => void = (world) => tick(world),
): void {
  for (let n = 0; n < ticks; n++) {
    step(expected, n);
    step(found, n);
    if (stateHash(found) === stateHash(expected)) continue;
    const { plan, tick } = expected;
    expect.fail(`seed ${plan.seed}, tick ${tick}: ${stateDifference(found, expected)}`);
  }
}

/**
 * Steps a world by `step` and compares the hash of every tick with `expected`. Returns undefined, or
 * where it first differs: tick, column, agent and both values, against a twin stepped by tick().
 */
export function firstDifference(
  make: () => World,
  expected: readonly string[],
  step: (world: World) => void,
): string | undefined {
  const world = make();
  for (const hash of expected) {
    step(world);
    if (stateHash(world) === hash) continue;
    const twin = make();
    tick(twin, world.tick);
    return `tick ${world.tick}: ${stateDifference(world, twin)}`;
  }
  return undefined;
}

interface Planes {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
}

/** The first column and agent in which two states differ. */
export function stateDifference(found: World, expected: World): string {
  const columns = (world: World): [name: string, column: ArrayLike<number>][] => {
    const { front } = world;
    const planes = (name: string, { x, y, z }: Planes): [string, ArrayLike<number>][] => [
      [`${name}.x`, x],
      [`${name}.y`, y],
      [`${name}.z`, z],
    ];
    return [
      ['id', front.id],
      ['slot', front.slot],
      ['species', front.species],
      ['status', front.status],
      ['birth', front.birth],
      ...planes('position', front.position),
      ...planes('velocity', front.velocity),
      ...planes('targetPosition', front.targetPosition),
      ...planes('targetVelocity', front.targetVelocity),
      ...planes('targetHome', front.targetHome),
      ['speciesParameters', front.speciesParameters],
      ['behaviorParameters', front.behaviorParameters],
      ...planes('targetDrift', front.targetDrift),
      ...planes('targetAcceleration', front.targetAcceleration),
      ['choice', front.choice],
      ['waypoint', front.waypoint],
      ...planes('acceleration', front.acceleration),
      ...planes('heading', front.heading),
      ...planes('up', front.up),
      ['assignedTarget', front.assignedTarget],
      ['assignedQuarry', front.assignedQuarry],
      ['struck', front.struck],
      ['born', front.born],
      ['eventCount', front.eventCount],
      ['cellStart', front.cellStart],
    ];
  };
  const other = columns(expected);
  for (const [index, [name, column]] of columns(found).entries()) {
    const twin = other[index][1];
    for (let at = 0; at < twin.length; at++) {
      if (Object.is(column[at], twin[at])) continue;
      const who = at < found.count ? ` (id ${found.front.id[at]})` : '';
      return `column ${name} at ${at}${who}: found ${column[at]}, expected ${twin[at]}`;
    }
  }
  return 'no column differs, only the hash';
}
