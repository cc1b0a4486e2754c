import { type KernelName, kernels } from '@skein/core';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import type { KernelChoice } from './kernel-choice.ts';

/**
 * Chooses the kernel to run. `auto` chooses the fastest kernel, which is the last in `available`.
 *
 * @throws CliError when this build does not have the kernel
 */
export function chooseKernel(choice: KernelChoice, available = kernels()): KernelName {
  const kernel = choice === 'auto' ? available.at(-1) : available.find((name) => name === choice);
  if (kernel !== undefined) return kernel;
  throw new CliError(
    EXIT.usage,
    `--kernel: found "${choice}", which this build does not have; expected auto or ${available.join(' or ')}`,
  );
}
