import { withMemory } from '../no-memory.ts';
import { stateHash } from '../phases/hash.ts';
import { MAX_WORKERS } from '../schema/limits.ts';
import { kernels } from '../tick/choose-kernel.ts';
import { tickSliced } from '../tick/tick.ts';
import { takeEvents } from '../world/event-ring.ts';
import type { World } from '../world/world.ts';
import { worldDigest } from './digest.ts';
import { restoreWorld, type WorldContent } from './restore-world.ts';
import { readSnapshot, snapshot } from './snapshot.ts';
import { stateDifference } from './state-difference.ts';
import type { Divergence } from './verify-replay.ts';

/** Numbers of workers that a step is done again by, in turns. */
const WORKERS = [1, 2, 3, 5, 8, 13, MAX_WORKERS];

/**
 * Heavy mode: does the step that a world has just done again, from the snapshot `before` it, by another
 * number of workers and in turns by each kernel there is. Compares hashes and digests, and what was
 * restored with what was kept. The events of the step must have been taken, as a team does.
 *
 * source: Factorio's heavy mode; GGRS SyncTestSession
 *
 * @param workers how many have stepped the world
 * @returns where the step parts from what it comes to when it is done again, or at the tick before it what
 * is not restored as it was kept
 * @throws WorldError as createWorld does
 */
export function checkStep(
  before: Uint8Array,
  world: World,
  workers: number,
): Divergence | undefined {
  return withMemory('do a step again', () => check(before, world, workers));
}

function check(before: Uint8Array, world: World, workers: number): Divergence | undefined {
  const { tick } = world;
  const content = readSnapshot(before);
  const again = restoreFor(content, tick);
  const unlike = checkRestored(again, content, before);
  if (unlike !== undefined) return unlike;
  stepAgain(again, workers);
  const found = stateHash(world);
  const expected = stateHash(again);
  const digest = worldDigest(world);
  if (found === expected && worldDigest(again) === digest) return undefined;
  const difference = stateDifference(world.plan, world.front, again.front);
  // Where a second try agrees the first one was at fault.
  const second = restoreFor(readSnapshot(before), tick);
  stepAgain(second, workers);
  const repeatable = worldDigest(second) !== digest;
  const named = difference && { ...difference, tick };
  return { tick, agreed: tick - 1, found, expected, difference: named, repeatable };
}

/**
 * Compares a world that was just restored with what its snapshot holds, and with the snapshot itself. A
 * column that comes back wrong may be worked out again by the very next step, and is wrong all the same.
 */
export function checkRestored(
  world: World,
  { state }: WorldContent,
  bytes: Uint8Array,
): Divergence | undefined {
  const { tick, plan, front } = world;
  const difference = stateDifference(plan, front, state);
  // Only of a right state: a wrong count of events would be believed.
  if (difference === undefined && isSame(bytes, snapshot(world))) return undefined;
  const hash = stateHash(world);
  const named = difference && { ...difference, tick };
  const where = { tick, agreed: tick - 1, found: hash, expected: hash };
  return { ...where, difference: named, repeatable: true };
}

/** The kernels that there are take turns in doing the step to a tick. */
function restoreFor(content: WorldContent, tick: number): World {
  const choices = kernels();
  return restoreWorld(content, { kernel: choices[tick % choices.length] });
}

function stepAgain(world: World, workers: number): void {
  const others = WORKERS.filter((other) => other !== workers);
  // So that each number comes with each kernel.
  const other = others[Math.floor((world.tick + 1) / kernels().length) % others.length];
  tickSliced(world, [...Array(other).keys()]);
  takeEvents(world);
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
