import { instantiate } from '../simd/exports.ts';
import { twinsOver, type WorldTwins } from '../simd/kernels.ts';
import type { SharedWorld, WorldHandle } from '../world/world.ts';
import type { Phase } from './pipeline.ts';

/** Creates the kernels of a world over a memory, for this thread. It does not change the world. */
export function kernelOver(world: SharedWorld, handle: WorldHandle): Partial<WorldTwins> {
  const { memory, module } = handle;
  return module === undefined ? {} : twinsOver(world, instantiate(module, memory), handle);
}

/** Installs the kernels of a world in this thread. */
export function useKernel(world: SharedWorld, handle: WorldHandle): void {
  Object.assign(world, kernelOver(world, handle));
}

/** Runs a phase, or part of it, with the kernel of this world. */
export function runPhase(
  world: SharedWorld,
  phase: Phase,
  begin: number,
  end: number,
  worker: number,
): void {
  (world.twins[phase.name] ?? phase.kernel)(world, begin, end, worker);
}
