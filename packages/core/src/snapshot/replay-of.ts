import { withMemory } from '../no-memory.ts';
import { stateHash } from '../phases/hash.ts';
import { checkAtBoundary } from '../world/hold.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { lawsSection } from './laws-section.ts';
import { type ReplayHash, writeReplay } from './replay.ts';

/**
 * Writes a replay of a run from tick 0 to the current tick, as the bytes of a file. This function is for programs that
 * use no recorder. `hashes` are sorted by tick. The first is the hash of tick 0, and the last is of a tick before the
 * current tick.
 *
 * @throws WorldError WORLD_BUSY while workers step the world; NO_MEMORY when an allocation fails
 */
export function replayOf(world: World, hashes: readonly ReplayHash[]): Uint8Array {
  const inner = innerOf(world);
  checkAtBoundary(inner, 'replayOf');
  const { scenario, plan, host } = inner;
  return withMemory('write a replay', () => {
    const present = { tick: inner.tick, hash: stateHash(inner) };
    const all = [...hashes, present];
    return writeReplay(
      { scenario, log: host.log, logSince: host.logSince, hashes: all },
      [],
      plan.agents,
      lawsSection(plan),
    );
  });
}
