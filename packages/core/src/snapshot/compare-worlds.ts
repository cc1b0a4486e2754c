import { SkeinError } from '../errors.ts';
import { withMemory } from '../no-memory.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { compareReplays } from './compare-replays.ts';
import { compareSides, type Side, sideOfSnapshot, sideOfWorld } from './compare-sides.ts';
import { savedKind } from './container.ts';
import { isReplay } from './repeat-replay.ts';
import { type Replay, readReplay } from './replay.ts';
import { readSnapshot } from './snapshot.ts';
import type { WorldDifference } from './world-difference.ts';

/** What `compareWorlds` compares: a world, the bytes of a snapshot or of a replay, or a result of `readReplay`. */
export type ComparedWorld = World | Replay | Uint8Array;

/**
 * Finds the first difference between two worlds or snapshots, or between two replays. Neither is changed.
 *
 * Worlds are compared at all ticks that both have in memory, see the option `history`: first the states, agent by agent.
 * If all states agree, the commands, the particles and the events that no program has taken. 0 and -0 differ, all NaN
 * are equal. If the state of the tick before the difference is known, the step is done again to find the phase. It takes
 * about as long as two snapshots, and one more for each past tick.
 *
 * Of replays, the records are compared, then the first runs that differ are repeated on the calling thread, each from
 * its last keyframe before the difference.
 *
 * @returns the first difference, or undefined if there is none
 * @throws SkeinError COMPARE_KINDS for a replay and something else; SnapshotError for invalid bytes
 * @throws WorldError WORLD_UNKNOWN for anything else, WORLD_BUSY while workers step a world, NO_MEMORY if an allocation
 * fails
 */
export function compareWorlds(a: ComparedWorld, b: ComparedWorld): WorldDifference | undefined {
  return withMemory('compare worlds', () => {
    const [ours, theirs] = [opened(a), opened(b)];
    if (isReplay(ours) && isReplay(theirs)) return compareReplays(ours, theirs);
    if (!isReplay(ours) && !isReplay(theirs)) return compareSides(ours, theirs);
    throw new SkeinError(
      'COMPARE_KINDS',
      'compareWorlds: found a replay and a world or a snapshot, expected two replays, or two worlds or snapshots.',
    );
  });
}

function opened(given: ComparedWorld): Side | Replay {
  if (given instanceof Uint8Array) {
    return savedKind(given) === 'replay' ? readReplay(given) : sideOfSnapshot(readSnapshot(given));
  }
  return isReplay(given) ? given : sideOfWorld(innerOf(given));
}
