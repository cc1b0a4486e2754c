/**
 * Faults on purpose, for tests: what a worker is to suffer, and where. Internal: `faults` is no
 * part of the documented options.
 */
import { type Fault, runIsPoisoned, type SharedWorld } from '@skein/core/supervise';
import type { TeamOptions } from './api.ts';

/** Worker `worker` suffers `kind` when it comes to `phase` of tick `tick`. */
export interface PlannedFault {
  /**
   * Where there are fewer just then, they are counted round. In `settle`, which is done by the worker that
   * came last, it may be any.
   */
  readonly worker: number;
  readonly tick: number;
  readonly phase: string;
  readonly kind: FaultKind;
  /** How many losses it causes: 1, or as many as the tick is done again. */
  readonly times?: number;
}

/**
 * 'throw' raises an error. 'exit' ends the thread without a word, 'tear' when half of its slice is nonsense,
 * 'arrive' when it stands at the barrier behind the phase. 'hang' never returns. 'wait' is
 * parked forever. 'starve' sleeps until it is taken for dead and STARVE_MS longer, and continues as if
 * nothing had been.
 */
export const FAULT_KINDS = ['throw', 'exit', 'tear', 'arrive', 'hang', 'wait', 'starve'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Longer than the others have to leave a run that is called off, ms. */
export const STARVE_MS = 300;

/** The options that tests may give to `createTeam`. */
export interface FaultyOptions extends TeamOptions {
  readonly faults?: readonly PlannedFault[];
  /** How many losses make a team continue with fewer workers, instead of 3. */
  readonly mostLosses?: number;
  /** How many silences of one tick end a run, instead of 7. */
  readonly mostSilences?: number;
}

/** The faults that are still to come. */
export class FaultPlan {
  #planned: readonly PlannedFault[];

  constructor(planned: readonly PlannedFault[]) {
    this.#planned = planned;
  }

  /** What `worker` of `workers` is to suffer next, from tick `tick` on. */
  next(worker: number, workers: number, tick: number): PlannedFault | undefined {
    const one = this.#planned.find(
      (one) => one.tick >= tick && (one.worker % workers === worker || one.phase === 'settle'),
    );
    return one && { ...one, worker };
  }

  /** A worker was lost at this tick: what was planned there has happened once. */
  happened(tick: number): void {
    this.#planned = this.#planned.flatMap((one) => {
      if (one.tick !== tick) return [one];
      const times = (one.times ?? 1) - 1;
      return times > 0 ? [{ ...one, times }] : [];
    });
  }
}

/** The planned fault as the thread acts it out; `exit` is the host's way to end a thread. */
export function actOut(planned: PlannedFault, world: SharedWorld, exit: () => never): Fault {
  const { tick, phase, kind, worker } = planned;
  const acts: Record<FaultKind, () => void> = {
    throw: raise,
    exit,
    tear: () => {
      tear(world, worker);
      exit();
    },
    arrive: exit,
    hang,
    wait: () => sleep(Infinity),
    starve: () => starve(world),
  };
  return { tick, phase, arrived: kind === 'arrive', run: acts[kind] };
}

function raise(): never {
  throw new Error('a fault was injected');
}

function hang(): never {
  for (;;);
}

function starve(world: SharedWorld): void {
  while (!runIsPoisoned(world)) sleep(10);
  sleep(STARVE_MS);
}

function sleep(timeMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, timeMs);
}

/** Leaves nonsense where a worker writes its results. */
function tear({ back, scratch, control }: SharedWorld, worker: number): void {
  const [begin, end] = [control.cut[worker], control.cut[worker + 1]];
  const middle = Math.ceil((begin + end) / 2);
  for (const { x, y, z } of [back.position, back.velocity, scratch.stagedPosition]) {
    for (const plane of [x, y, z]) plane.fill(Number.NaN, begin, middle);
  }
  for (const column of [back.id, back.slot, scratch.cell]) column.fill(0xffff_ffff, begin, middle);
}
