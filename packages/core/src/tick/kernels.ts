import { useTwins } from '../simd/kernels.ts';
import type { SharedWorld, WorldHandle } from '../world/world.ts';
import type { Phase } from './pipeline.ts';

/** Puts the kernels of a world in place, in this thread. */
export function useKernel(world: SharedWorld, { memory, module }: WorldHandle): void {
  if (module !== undefined) useTwins(world, module, memory);
}

/** Does a phase, or a part of it, with the kernel of this world. */
export function runPhase(
  world: SharedWorld,
  phase: Phase,
  begin: number,
  end: number,
  worker: number,
): void {
  (world.twins[phase.name] ?? phase.kernel)(world, begin, end, worker);
}
