import type { TeamOptions } from '@skein/worker';
import type { TeamKernelChoice } from './kernel-choice.ts';

/**
 * Returns the options of a team that were given on the command line. For all other options, the team uses its defaults.
 */
export function teamOptions({
  workers,
  stallMs,
  kernel,
}: Omit<TeamOptions, 'kernel'> & { readonly kernel: TeamKernelChoice }): TeamOptions {
  return {
    ...(workers !== undefined && { workers }),
    ...(stallMs !== undefined && { stallMs }),
    ...(kernel === 'gpu' && { kernel }),
  };
}
