import type { Plan } from '../world/plan.ts';
import { BLOCK } from '../world/sizes.ts';

/** The part of a phase that each worker runs. */
export type Runs =
  /** Each worker runs the phase for its slice of the sorted agents. */
  | 'slice'
  /** Each worker runs the phase for its range of cells. */
  | 'cells'
  /** Each worker runs the phase for its range of the buckets of scalar fields. */
  | 'buckets'
  /** Each worker runs the phase for its parts of the trees. */
  | 'parts'
  /**
   * A single worker runs the whole phase. It is the last worker to arrive at the barrier that precedes the phase. All
   * other workers wait.
   */
  | 'once';

export interface Phase<Name extends string = PhaseName> {
  readonly name: Name;
  readonly runs: Runs;
  /** Whether all workers must finish this phase before any worker continues. */
  readonly barrier: boolean;
  /**
   * The number of agents, or of buckets, per piece. A phase is divided into pieces so that a worker shows signs of life between them.
   */
  readonly block?: number;
  /** If true, the phase runs only in runs that record a hash of each tick. */
  readonly whenHashing?: boolean;
  /** What a world must have for the phase to run in it. Default: every world runs the phase. */
  readonly needs?: Need;
}

type Needed = Pick<Plan, 'trees' | 'reports' | 'births' | 'scalars' | 'hasStates' | 'particles'>;

/** Whether the world of a plan has what phases can need. */
const NEEDS = {
  /** A behavior searches for the nearest agent of a species. */
  trees: ({ trees }) => trees.length > 0,
  /** A species has states. */
  states: ({ hasStates }) => hasStates,
  /** A species reports events. Transitions are recorded, too, before `settle` reads them. */
  reports: ({ reports, hasStates }) => reports > 0 || hasStates,
  /** Laws can give birth to agents. */
  births: ({ births }) => births,
  /** Agents emit particles. */
  particles: ({ particles }) => particles > 0,
  /** There are scalar fields. */
  fields: ({ scalars }) => scalars.length > 0,
  /** Laws deposit into scalar fields. */
  deposits: ({ scalars }) => scalars.some(({ deposit }) => deposit >= 0),
} as const satisfies Record<string, (plan: Needed) => boolean>;

export type Need = keyof typeof NEEDS;

/** Whether a world with this plan needs a phase. */
export function isNeeded({ needs }: Pick<Phase, 'needs'>, plan: Needed): boolean {
  return needs === undefined || NEEDS[needs](plan);
}

/**
 * The phases of a tick, in order. There is a barrier wherever a worker reads data that another worker wrote. Every
 * world has a barrier after bin, prefixSum and scatter. The phase bin writes the counts for prefixSum, prefixSum writes
 * the places for scatter, and scatter writes the back state. Trees, births and reports add barriers.
 *
 * phase-access.ts lists what each phase reads and writes. `npm run generate` writes the table of docs/life-of-a-tick.md
 * from both.
 */
// biome-ignore format: one line for each phase.
const TABLE = [
  { name: 'hash', runs: 'slice', barrier: false, whenHashing: true },
  { name: 'hashFields', runs: 'buckets', barrier: false, whenHashing: true, needs: 'fields' },
  { name: 'plantTrees', runs: 'parts', barrier: true, needs: 'trees' },
  { name: 'steer', runs: 'slice', barrier: false, block: BLOCK },
  { name: 'integrate', runs: 'slice', barrier: false },
  { name: 'listDeposits', runs: 'slice', barrier: false, needs: 'deposits' },
  { name: 'listParents', runs: 'slice', barrier: true, needs: 'births' },
  { name: 'stageOffspring', runs: 'slice', barrier: true, needs: 'births' },
  { name: 'launch', runs: 'slice', barrier: false },
  { name: 'countBirths', runs: 'slice', barrier: false, needs: 'particles' },
  { name: 'bin', runs: 'slice', barrier: true },
  { name: 'sortDeposits', runs: 'slice', barrier: false, needs: 'deposits' },
  { name: 'prefixSum', runs: 'cells', barrier: true },
  { name: 'stepFields', runs: 'buckets', barrier: false, block: BLOCK, needs: 'fields' },
  { name: 'writeBirths', runs: 'slice', barrier: false, needs: 'particles' },
  { name: 'scatter', runs: 'slice', barrier: true },
  { name: 'transit', runs: 'slice', barrier: false, needs: 'states' },
  { name: 'report', runs: 'slice', barrier: true, needs: 'reports' },
  { name: 'settle', runs: 'once', barrier: false },
] as const satisfies readonly Phase<string>[];

export type PhaseName = (typeof TABLE)[number]['name'];

/** The phases of a tick, in order. */
export const PIPELINE: readonly Phase[] = TABLE;
