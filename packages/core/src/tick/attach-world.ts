import { WorldError } from '../errors.ts';
import { withMemory } from '../no-memory.ts';
import { layoutHash, WORD } from '../world/layout.ts';
import { attachViews, refresh, type SharedWorld, type WorldHandle } from '../world/world.ts';
import { readyKernels } from './phase-kernels.ts';

/**
 * Attaches the calling thread to a world that another thread created, and compiles its kernels.
 *
 * @throws WorldError LAYOUT_DIFFERS if another version of the code created the world; NO_MEMORY
 */
export function attachWorld(handle: WorldHandle): SharedWorld {
  return withMemory('attach a world', () => attach(handle));
}

function attach(handle: WorldHandle): SharedWorld {
  const world = attachViews(handle);
  const found = world.control.word[WORD.layoutHash];
  const expected = layoutHash(handle.plan);
  if (found !== expected) {
    throw new WorldError(
      'LAYOUT_DIFFERS',
      `The world has layout ${found}, but this code expects ${expected}. Use the same version of @skein/core in all threads.`,
    );
  }
  refresh(world);
  readyKernels(world);
  return world;
}
