/** The ways to step a world; all give the same bits. */
export type KernelName = 'ts' | 'simd';

/** The kernels that this build can run here, the fastest last. */
export function kernels(): readonly KernelName[] {
  return ['ts'];
}
