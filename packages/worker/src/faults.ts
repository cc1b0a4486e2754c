/**
 * Faults on purpose, for tests: what a worker is to suffer, and where. Internal: `faults` is no
 * part of the documented options.
 */
import type { Fault } from '@skein/core';
import type { TeamOptions } from './api.ts';

/** Worker `worker` suffers `kind` when it comes to `phase` of tick `tick`. */
export interface PlannedFault {
  readonly worker: number;
  readonly tick: number;
  readonly phase: string;
  /** 'throw' raises an error, 'exit' ends the thread without a word, 'hang' never returns. */
  readonly kind: 'throw' | 'exit' | 'hang';
}

/** The options that tests may give to `createTeam`. */
export interface FaultyOptions extends TeamOptions {
  readonly faults?: readonly PlannedFault[];
}

/** The planned fault as the thread acts it out; `exit` is the host's way to end a thread. */
export function actOut(planned: PlannedFault, exit: () => never): Fault {
  const { tick, phase, kind } = planned;
  const acts = { throw: raise, exit, hang };
  return { tick, phase, run: acts[kind] };
}

function raise(): never {
  throw new Error('a fault was injected');
}

function hang(): never {
  for (;;);
}
