import { SkeinError } from '@skein/core';

export type GpuErrorCode =
  /** An option has an impossible value. */
  | 'OPTION_INVALID'
  /** There is no WebGPU, or no adapter for it. */
  | 'GPU_MISSING'
  /** The adapter computes none of the layers of arithmetic exactly. */
  | 'GPU_INEXACT'
  /** The adapter refuses code. */
  | 'GPU_CODE'
  /** The card cannot step the world: it needs what only the CPU does. */
  | 'GPU_UNSUITED'
  /** The card has computed another state than the CPU. */
  | 'GPU_DIFFERS'
  /** The device is lost: the driver or the system has taken it away. */
  | 'GPU_LOST';

/** Thrown if the graphics card cannot be used. */
export class GpuError extends SkeinError {
  declare readonly code: GpuErrorCode;

  constructor(code: GpuErrorCode, message: string, cause?: unknown) {
    super(code, message, { cause });
  }
}

export function refusedOption(option = 'options', found: string, expected: string): GpuError {
  return new GpuError('OPTION_INVALID', `${option}: found ${found}, expected ${expected}.`);
}
