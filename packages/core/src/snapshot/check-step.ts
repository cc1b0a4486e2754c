import { stateHash } from '../phases/hash.ts';
import { kernels } from '../tick/choose-kernel.ts';
import { tickSliced } from '../tick/tick.ts';
import { takeEvents } from '../world/event-ring.ts';
import { MAX_WORKERS, type World } from '../world/world.ts';
import { restore, snapshot } from './snapshot.ts';
import { stateDifference } from './state-difference.ts';
import type { Divergence } from './verify-replay.ts';

/** Numbers of workers that a step is done again by, in turns. */
const WORKERS = [1, 2, 3, 5, 8, 13, MAX_WORKERS];

/**
 * Heavy mode: does the step that a world has just done again, from the snapshot `before` it, by another
 * number of workers and in turns by each kernel there is, and compares hashes and snapshots. The events
 * of the step must have been taken, as a team does.
 *
 * source: Factorio's heavy mode; GGRS SyncTestSession
 *
 * @param workers how many have stepped the world
 * @returns where the step parts from what it comes to when it is done again
 * @throws WorldError as createWorld does
 */
export function checkStep(
  before: Uint8Array,
  world: World,
  workers: number,
): Divergence | undefined {
  const bytes = snapshot(world);
  const { tick } = world;
  const again = stepAgain(before, tick, workers);
  const found = stateHash(world);
  const expected = stateHash(again);
  if (found === expected && isSame(bytes, snapshot(again))) return undefined;
  const difference = stateDifference(world.plan, world.front, again.front);
  // Where a second try agrees the first one was at fault.
  const repeatable = stateHash(stepAgain(before, tick, workers)) !== found;
  const named = difference && { ...difference, tick };
  return { tick, agreed: tick - 1, found, expected, difference: named, repeatable };
}

function stepAgain(before: Uint8Array, tick: number, workers: number): World {
  const choices = kernels();
  const kernel = choices[tick % choices.length]!;
  const world = restore(before, { kernel });
  const others = WORKERS.filter((other) => other !== workers);
  // So that each number comes with each kernel.
  const other = others[Math.floor(tick / choices.length) % others.length]!;
  tickSliced(world, [...Array(other).keys()]);
  takeEvents(world);
  return world;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
