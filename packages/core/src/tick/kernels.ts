import { twinsOver, type WorldTwins } from '../simd/kernels.ts';
import { instantiate } from '../simd/module.ts';
import type { SharedWorld, WorldHandle } from '../world/world.ts';
import type { Phase } from './pipeline.ts';

/** Creates the kernels of a world for this thread, over the memory of the world. Does not change the world object. */
export function kernelOver(world: SharedWorld, handle: WorldHandle): Partial<WorldTwins> {
  const { memory, module } = handle;
  return module === undefined ? {} : twinsOver(world, instantiate(module, memory), handle);
}

/** Creates the kernels of a world for this thread, and installs them in the world object. */
export function useKernel(world: SharedWorld, handle: WorldHandle): void {
  Object.assign(world, kernelOver(world, handle));
}

/** Runs a worker's part of a phase with the kernel of this world. */
export function runPhase(
  world: SharedWorld,
  phase: Phase,
  begin: number,
  end: number,
  worker: number,
): void {
  (world.twins[phase.name] ?? phase.kernel)(world, begin, end, worker);
}
