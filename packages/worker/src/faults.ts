/** Deliberate faults for tests: which worker fails, where, and how. Internal: `faults` is not a documented option. */
import { type Fault, runIsPoisoned, type SharedWorld } from '@skein/core/supervise';
import type { TeamOptions } from './api.ts';

/** Worker `worker` fails by `kind` when it comes to `phase` of tick `tick`. */
export interface PlannedFault {
  /** Modulo the present number of workers. In `settle`, it is whichever worker comes last. */
  readonly worker: number;
  readonly tick: number;
  readonly phase: string;
  readonly kind: FaultKind;
  /** Number of losses that the fault causes: 1, or as many as the tick is repeated. */
  readonly times?: number;
}

/**
 * 'throw' raises an error. 'exit' ends the thread silently; 'tear' does so with garbage in half of its slice, and
 * 'arrive' at the barrier after the phase. 'hang' never returns. 'wait' sleeps forever. 'starve' sleeps until it counts
 * as dead and STARVE_MS longer, and then continues as if nothing had happened.
 */
export const FAULT_KINDS = ['throw', 'exit', 'tear', 'arrive', 'hang', 'wait', 'starve'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Longer than the other workers have to leave a poisoned run, ms. */
export const STARVE_MS = 300;

/** The options that tests may pass to `createTeam`. */
export interface FaultyOptions extends TeamOptions {
  readonly faults?: readonly PlannedFault[];
  /** How many losses make a team continue with fewer workers. Default: 3. */
  readonly mostLosses?: number;
  /** How many silences in one tick end a run. Default: 7. */
  readonly mostSilences?: number;
}

/** The faults that are still to come. */
export class FaultPlan {
  #planned: readonly PlannedFault[];

  constructor(planned: readonly PlannedFault[]) {
    this.#planned = planned;
  }

  /** The next fault of `worker`, of `workers`, from tick `tick` on. */
  next(worker: number, workers: number, tick: number): PlannedFault | undefined {
    const one = this.#planned.find(
      (one) => one.tick >= tick && (one.worker % workers === worker || one.phase === 'settle'),
    );
    return one && { ...one, worker };
  }

  /** Called when a worker was lost at this tick. The fault planned for it has happened once. */
  happened(tick: number): void {
    this.#planned = this.#planned.flatMap((one) => {
      if (one.tick !== tick) return [one];
      const times = (one.times ?? 1) - 1;
      return times > 0 ? [{ ...one, times }] : [];
    });
  }
}

/** Converts a planned fault to one that the thread acts out. `exit` is the host's way to end a thread. */
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

/** Writes garbage where a worker writes its results. */
function tear({ back, scratch, control }: SharedWorld, worker: number): void {
  const [begin, end] = [control.cut[worker], control.cut[worker + 1]];
  const middle = Math.ceil((begin + end) / 2);
  for (const { x, y, z } of [back.position, back.velocity, scratch.stagedPosition]) {
    for (const plane of [x, y, z]) plane.fill(Number.NaN, begin, middle);
  }
  for (const column of [back.id, back.slot, scratch.cell]) column.fill(0xffff_ffff, begin, middle);
}
