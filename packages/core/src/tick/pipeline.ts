import { bin } from '../phases/bin.ts';
import { countBirths, writeBirths } from '../phases/emit.ts';
import { hashFront } from '../phases/hash.ts';
import { integrate } from '../phases/integrate.ts';
import type { Kernel } from '../phases/kernel.ts';
import { launch } from '../phases/launch.ts';
import { prefixSum } from '../phases/prefix-sum.ts';
import { scatter } from '../phases/scatter.ts';
import { settle } from '../phases/settle.ts';
import { steer } from '../phases/steer.ts';
import { BLOCK } from '../world/sizes.ts';

/** Over what a phase is divided among workers. */
export type Runs =
  /** The worker's slice of the agents, in sorted order. */
  | 'slice'
  /** The worker's range of the cells. */
  | 'cells'
  /** All of it, by whichever worker came last to the barrier before it, while the others wait. */
  | 'once';

export interface Phase {
  readonly name: string;
  readonly runs: Runs;
  readonly reads: string;
  readonly writes: string;
  /** True when every worker must have finished this phase before any goes on. */
  readonly barrier: boolean;
  /** Done in pieces of so many agents, so that a worker shows signs of life. */
  readonly block?: number;
  /** Only in runs that record the hash of each tick. */
  readonly whenHashing?: boolean;
  readonly kernel: Kernel;
}

/**
 * A tick, in order. A barrier stands exactly where a worker reads what another wrote: behind the
 * counts that prefixSum adds up, behind the places that scatter writes to, and behind the back state,
 * which is the front of the next tick.
 */
export const PIPELINE = [
  {
    name: 'hash',
    runs: 'slice',
    reads: 'front agents',
    writes: 'hashPart',
    barrier: false,
    whenHashing: true,
    kernel: hashFront,
  },
  {
    name: 'steer',
    runs: 'slice',
    reads: 'front',
    writes: 'force',
    barrier: false,
    block: BLOCK,
    kernel: steer,
  },
  {
    name: 'integrate',
    runs: 'slice',
    reads: 'front, force',
    writes: 'staged agents, happening',
    barrier: false,
    kernel: integrate,
  },
  {
    name: 'launch',
    runs: 'slice',
    reads: 'front, commands',
    writes: 'staged agents',
    barrier: false,
    kernel: launch,
  },
  {
    name: 'countBirths',
    runs: 'slice',
    reads: 'front, staged agents, happening',
    writes: 'birthCount',
    barrier: false,
    kernel: countBirths,
  },
  {
    name: 'bin',
    runs: 'slice',
    reads: 'staged agents',
    writes: 'cell, cellCount, rangeCount',
    barrier: true,
    kernel: bin,
  },
  {
    name: 'prefixSum',
    runs: 'cells',
    reads: 'cellCount, rangeCount',
    writes: 'cellCount, back cellStart',
    barrier: true,
    kernel: prefixSum,
  },
  {
    name: 'writeBirths',
    runs: 'slice',
    reads: 'front, staged agents, happening, birthCount',
    writes: 'born particles, bornLast',
    barrier: false,
    kernel: writeBirths,
  },
  {
    name: 'scatter',
    runs: 'slice',
    reads: 'staged agents, cell, cellCount',
    writes: 'back agents',
    barrier: true,
    kernel: scatter,
  },
  {
    name: 'settle',
    runs: 'once',
    reads: 'front, happening, commands',
    writes: 'back targets, parameters, events, watch of orbits',
    barrier: false,
    kernel: settle,
  },
] as const satisfies readonly Phase[];

export type PhaseName = (typeof PIPELINE)[number]['name'];
