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

/** Each step is repeated with one of these numbers of workers. The numbers take turns. */
const WORKERS = [1, 2, 3, 5, 8, 13, MAX_WORKERS];

/**
 * Checks the last step of a world (heavy mode). Starts from the snapshot `before`, which was taken before that step.
 * Repeats the step with another number of workers. The kernel depends on the tick, so that checks of successive ticks
 * use the available kernels in turn. Compares the hashes and digests. Also compares the restored world with the
 * snapshot.
 *
 * The caller must have taken the events of the step. A team does this.
 *
 * source: the heavy mode of Factorio. Another source is SyncTestSession of GGRS
 *
 * @param workers the number of workers that stepped the world
 * @returns where the repeated step differs, or how the restored world differs from the snapshot; undefined if all agree
 * @throws WorldError for the same reasons as `createWorld`
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
  // If a second repetition agrees with the world, the first one was faulty.
  const second = restoreFor(readSnapshot(before), tick);
  stepAgain(second, workers);
  const repeatable = worldDigest(second) !== digest;
  const named = difference && { ...difference, tick };
  return { tick, agreed: tick - 1, found, expected, difference: named, repeatable };
}

/**
 * Compares a restored world with its snapshot. Both the content and the bytes must be equal. Without this check, a
 * wrongly restored column could go unnoticed, because the next step may overwrite it.
 */
export function checkRestored(
  world: World,
  { state }: WorldContent,
  bytes: Uint8Array,
): Divergence | undefined {
  const { tick, plan, front } = world;
  const difference = stateDifference(plan, front, state);
  // A snapshot is only taken of a correct state, because it relies on the count of events.
  if (difference === undefined && isSame(bytes, snapshot(world))) return undefined;
  const hash = stateHash(world);
  const named = difference && { ...difference, tick };
  const where = { tick, agreed: tick - 1, found: hash, expected: hash };
  return { ...where, difference: named, repeatable: true };
}

/** Restores a world in order to repeat the step to `tick`. Successive ticks use the available kernels in turn. */
function restoreFor(content: WorldContent, tick: number): World {
  const choices = kernels();
  return restoreWorld(content, { kernel: choices[tick % choices.length] });
}

function stepAgain(world: World, workers: number): void {
  const others = WORKERS.filter((other) => other !== workers);
  // Every number of workers occurs with every kernel.
  const other = others[Math.floor((world.tick + 1) / kernels().length) % others.length];
  tickSliced(world, [...Array(other).keys()]);
  takeEvents(world);
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
