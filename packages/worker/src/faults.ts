/** Deliberate faults for tests: which worker fails, where, and how. Internal: the option `faults` is not documented. */
import { type Fault, runIsPoisoned, type SharedWorld } from '@skein/core/internal';
import type { TeamOptions } from './api.ts';

/**
 * A fault that a test plans. The worker with index `worker` fails when it reaches `phase` of `tick`. `kind` is the way
 * in which it fails.
 */
export interface PlannedFault {
  /**
   * The index of the worker that fails, modulo the present number of workers. If `phase` is `settle`, the worker that
   * arrives last fails, whatever this index is.
   */
  readonly worker: number;
  readonly tick: number;
  readonly phase: string;
  readonly kind: FaultKind;
  /**
   * How often the fault happens. Default: 1. A larger number makes the fault happen again when the tick is repeated.
   */
  readonly times?: number;
}

/**
 * The ways to fail. 'throw' raises an error. 'exit' ends the thread silently. 'tear' first writes garbage into half of
 * the results of the thread, and then ends the thread. 'arrive' ends the thread at the barrier after the phase. 'hang'
 * never returns. 'wait' sleeps forever. 'starve' sleeps until STARVE_MS after the worker counts as dead, and then
 * continues as if nothing had happened.
 */
export const FAULT_KINDS = ['throw', 'exit', 'tear', 'arrive', 'hang', 'wait', 'starve'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/**
 * How long the fault 'starve' sleeps after its worker counts as dead, in ms. The other workers need less time to leave
 * the run.
 */
export const STARVE_MS = 300;

/** The options that tests may pass to `createTeam`. */
export interface FaultyOptions extends TeamOptions {
  readonly faults?: readonly PlannedFault[];
  /** The number of losses after which a team continues with fewer workers. Default: 3. */
  readonly mostLosses?: number;
  /** If workers fall silent this many times in one tick, the run ends. Default: 7. */
  readonly mostSilences?: number;
}

/** The planned faults that have not happened yet. */
export class FaultPlan {
  #planned: readonly PlannedFault[];

  constructor(planned: readonly PlannedFault[]) {
    this.#planned = planned;
  }

  /** Returns the next fault of a worker in a team of `workers`. The fault is planned for `tick` or a later tick. */
  next(worker: number, workers: number, tick: number): PlannedFault | undefined {
    const fault = this.#planned.find(
      (fault) =>
        fault.tick >= tick && (fault.worker % workers === worker || fault.phase === 'settle'),
    );
    return fault && { ...fault, worker };
  }

  /**
   * Called when a worker was lost at a tick. Counts one occurrence of each fault that is planned for this tick. Removes
   * a fault from the plan after its last occurrence.
   */
  happened(tick: number): void {
    this.#planned = this.#planned.flatMap((fault) => {
      if (fault.tick !== tick) return [fault];
      const times = (fault.times ?? 1) - 1;
      return times > 0 ? [{ ...fault, times }] : [];
    });
  }
}

/**
 * Converts a planned fault to a fault that the thread can carry out. `exit` ends the thread; how it does so depends on
 * the host.
 */
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

/** Writes garbage into half of the memory where a worker writes its results. */
function tear({ back, scratch, control }: SharedWorld, worker: number): void {
  const [begin, end] = [control.cut[worker], control.cut[worker + 1]];
  const middle = Math.ceil((begin + end) / 2);
  for (const { x, y, z } of [back.position, back.velocity, scratch.stagedPosition]) {
    for (const plane of [x, y, z]) plane.fill(Number.NaN, begin, middle);
  }
  for (const column of [back.id, back.slot, scratch.cell]) column.fill(0xffff_ffff, begin, middle);
}
