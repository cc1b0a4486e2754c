import { show, WorldError } from '../errors.ts';
import { simdAvailable } from '../simd/module.ts';
import type { KernelName } from '../world/plan.ts';

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
