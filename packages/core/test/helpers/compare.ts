import { expect } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { stateDifference as differenceIn } from '../../src/snapshot/state-difference.ts';
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

/** The first column and agent in which two states differ. */
export function stateDifference(found: World, expected: World): string {
  const difference = differenceIn(expected.plan, found.front, expected.front);
  if (difference === undefined) return 'no column differs, only the hash';
  const { column, agent, element } = difference;
  const where = agent === undefined ? `at ${element}` : `of the agent with index ${agent}`;
  return `column ${column} ${where}: found ${difference.found}, expected ${difference.expected}`;
}
