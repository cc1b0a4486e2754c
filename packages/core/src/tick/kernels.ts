import { show, WorldError } from '../errors.ts';
import { useTwins } from '../simd/kernels.ts';
import { simdAvailable } from '../simd/module.ts';
import type { Memory } from '../world/memory.ts';
import type { KernelName } from '../world/plan.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Phase } from './pipeline.ts';

/** The kernels that can run here, the fastest last. */
export function kernels(): readonly KernelName[] {
  return simdAvailable() ? ['ts', 'simd'] : ['ts'];
}

/**
 * Decides which kernel steps a world.
 *
 * @throws WorldError WORLD_OPTION for an unknown name, KERNEL_MISSING for one that cannot run here
 */
export function chooseKernel(wanted: KernelName | 'auto'): KernelName {
  const here = kernels();
  if (wanted === 'auto') return here.at(-1)!;
  if (wanted !== 'ts' && wanted !== 'simd') {
    throw new WorldError(
      'WORLD_OPTION',
      `Option kernel: found ${show(wanted)}, expected "auto", "ts" or "simd".`,
    );
  }
  if (here.includes(wanted)) return wanted;
  throw new WorldError(
    'KERNEL_MISSING',
    'Kernel "simd" was asked for, but WebAssembly SIMD cannot run here. Use "auto" or "ts".',
  );
}

/** Puts the kernels of the world's plan in place, in this thread. */
export function useKernel(world: SharedWorld, memory: Memory): void {
  if (world.plan.kernel === 'simd') useTwins(world, memory);
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
