import { withMemory } from '../no-memory.ts';
import { stateHash } from '../phases/hash.ts';
import { checkAtBoundary } from '../world/hold.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { lawsSection } from './laws-section.ts';
import { type ReplayHash, writeReplay } from './replay.ts';

/**
 * A replay of a run from tick 0 up to the present tick, as a file, with hashes that were noted on the way: for programs
 * that keep no recorder. `hashes`: by tick, the first of tick 0, all before the present tick.
 *
 * @throws WorldError WORLD_BUSY while workers step it; NO_MEMORY
 */
export function replayOf(world: World, hashes: readonly ReplayHash[]): Uint8Array {
  const inner = innerOf(world);
  checkAtBoundary(inner, 'replayOf');
  const { scenario, plan, log } = inner;
  return withMemory('write a replay', () => {
    const present = { tick: inner.tick, hash: stateHash(inner) };
    const all = [...hashes, present];
    return writeReplay({ scenario, log, hashes: all }, [], plan.agents, lawsSection(plan));
  });
}
