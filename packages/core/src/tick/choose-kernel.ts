import { show, WorldError } from '../errors.ts';
import { simdAvailable } from '../simd/available.ts';
import type { KernelName } from '../world/plan.ts';

/** The kernels that this host can run. The fastest one is last. */
export function kernels(): readonly KernelName[] {
  return simdAvailable() ? ['ts', 'simd'] : ['ts'];
}

/**
 * Chooses the kernel that steps a world.
 *
 * @throws WorldError WORLD_OPTION if the name is unknown, KERNEL_MISSING if this host cannot run the kernel
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
    'Kernel "simd" needs WebAssembly SIMD, which this host does not have. Use "auto" or "ts".',
  );
}
