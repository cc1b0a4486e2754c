import { type KernelName, kernels } from '@skein/core';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import type { TeamKernelChoice } from './kernel-choice.ts';

/**
 * Chooses the kernel of a world. `auto` chooses the fastest kernel, which is the last in `available`. So does `gpu`, for
 * the ticks that the graphics card leaves to the CPU.
 *
 * @throws CliError when this build does not have the kernel
 */
export function chooseKernel(choice: TeamKernelChoice, available = kernels()): KernelName {
  const isFastest = choice === 'auto' || choice === 'gpu';
  const kernel = isFastest ? available.at(-1) : available.find((name) => name === choice);
  if (kernel !== undefined) return kernel;
  throw new CliError(
    EXIT.usage,
    `--kernel: found "${choice}", which this build does not have; expected auto or ${available.join(' or ')}`,
  );
}
