import { bin } from '../phases/bin.ts';
import { listDeposits, sortDeposits } from '../phases/deposits.ts';
import { countBirths, writeBirths } from '../phases/emit.ts';
import { hashFront } from '../phases/hash.ts';
import { hashFields } from '../phases/hash-fields.ts';
import { integrate } from '../phases/integrate.ts';
import type { Kernel } from '../phases/kernel.ts';
import { launch } from '../phases/launch.ts';
import { stageOffspring } from '../phases/offspring.ts';
import { listParents } from '../phases/parents.ts';
import { plantTrees } from '../phases/plant-trees.ts';
import { prefixSum } from '../phases/prefix-sum.ts';
import { report } from '../phases/report.ts';
import { scatter } from '../phases/scatter.ts';
import { settle } from '../phases/settle.ts';
import { steer } from '../phases/steer.ts';
import { stepFields } from '../phases/step-fields.ts';
import { transit } from '../phases/transit.ts';
import type { Plan } from '../world/plan.ts';
import { BLOCK } from '../world/sizes.ts';
import type { Access } from './columns.ts';

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

export interface Phase {
  readonly name: string;
  readonly runs: Runs;
  /** The columns that the phase reads, except columns that it has written before. */
  readonly reads: Access;
  readonly writes: Access;
  /** Whether all workers must finish this phase before any worker continues. */
  readonly barrier: boolean;
  /**
   * The number of agents per piece. A phase is divided into pieces so that a worker shows signs of life between them.
   */
  readonly block?: number;
  /** If true, the phase runs only in runs that record a hash of each tick. */
  readonly whenHashing?: boolean;
  /** If true, the phase runs only in worlds where a behavior searches for the nearest agent of a species. */
  readonly whenTrees?: boolean;
  /** If true, the phase runs only in worlds where a species has states. */
  readonly whenStates?: boolean;
  /** If true, the phase runs only in worlds where a species reports events, or has states. */
  readonly whenReports?: boolean;
  /** If true, the phase runs only in worlds where laws can give birth to agents. */
  readonly whenBirths?: boolean;
  /** If true, the phase runs only in worlds with scalar fields. */
  readonly whenFields?: boolean;
  /** If true, the phase runs only in worlds where laws deposit into scalar fields. */
  readonly whenDeposits?: boolean;
  readonly kernel: Kernel;
}

/** Whether a world with this plan needs a phase. */
export function isNeeded(
  phase: Phase,
  plan: Pick<Plan, 'trees' | 'reports' | 'births' | 'scalars' | 'hasStates'>,
): boolean {
  const { trees, reports, births, scalars, hasStates } = plan;
  if (phase.whenBirths && !births) return false;
  if (phase.whenStates && !hasStates) return false;
  if (phase.whenFields && scalars.length === 0) return false;
  if (phase.whenDeposits && scalars.every(({ deposit }) => deposit < 0)) return false;
  // Transitions are recorded before `settle` reads them.
  if (phase.whenReports && reports === 0 && !hasStates) return false;
  return !phase.whenTrees || trees.length > 0;
}

/** The columns that the phases `transit` and `report` read in the slices of all workers. */
const AFTER_STEP = [
  'back agents',
  'back.cellStart',
  'back.slot',
  'back.goal',
  'back.waypoint',
  'front.slot',
  'front.id',
  'front.status',
  'front.position',
  'front targets',
  'front map',
  'mesh',
  'constants.pathPoint',
] as const;

/**
 * The phases of a tick, in order. There is a barrier wherever a worker reads data that another worker wrote. Every
 * world has a barrier after bin, prefixSum and scatter. The phase bin writes the counts for prefixSum, prefixSum writes
 * the places for scatter, and scatter writes the back state. Trees, births and reports add barriers.
 *
 * Each phase lists what it reads and writes. Tests derive the barriers from these lists, and check the lists against
 * actual memory access. `npm run generate` writes the table of docs/life-of-a-tick.md from the phases.
 */
export const PIPELINE = [
  {
    name: 'hash',
    runs: 'slice',
    reads: {
      own: ['front agents', 'front extras', 'front.route', 'front.asked', 'front.struck'],
      any: [],
    },
    writes: { own: ['scratch.hashPart'], any: [] },
    barrier: false,
    whenHashing: true,
    kernel: hashFront,
  },
  {
    name: 'hashFields',
    runs: 'buckets',
    reads: { own: ['front.scalar'], any: [] },
    writes: { own: ['scratch.fieldHash'], any: [] },
    barrier: false,
    whenHashing: true,
    whenFields: true,
    kernel: hashFields,
  },
  {
    name: 'plantTrees',
    runs: 'parts',
    reads: { own: [], any: ['front agents', 'front.slot', 'SIMD tables'] },
    writes: { own: ['trees', 'scratch.treeRoom'], any: [] },
    barrier: true,
    whenTrees: true,
    kernel: plantTrees,
  },
  {
    name: 'steer',
    runs: 'slice',
    reads: {
      own: ['front.route', 'front.asked'],
      any: [
        'trees',
        'front agents',
        'front.slot',
        'front.cellStart',
        'front extras',
        'front targets',
        'front parameters',
        'front map',
        'mesh',
        'front fields',
        'front.scalar',
        'front obstacles',
        'constants.pathPoint',
        'constants.pathHeading',
        'constants.pathReach',
        'SIMD tables',
      ],
    },
    writes: {
      own: [
        'scratch.force',
        'scratch.role',
        'staged extras',
        'scratch.stagedCustom',
        'scratch.stagedLife',
        'scratch.deposit',
        'back.route',
        'back.asked',
        'SIMD rooms',
      ],
      any: [],
    },
    barrier: false,
    block: BLOCK,
    kernel: steer,
  },
  {
    name: 'integrate',
    runs: 'slice',
    reads: {
      own: ['scratch.force', 'scratch.stagedLife'],
      any: [
        'trees',
        'front agents',
        'front.struck',
        'front.slot',
        'front.cellStart',
        'front extras',
        'front targets',
        'front parameters',
        'front map',
        'mesh',
        'SIMD tables',
      ],
    },
    writes: {
      own: [
        'staged agents',
        'staged bodies',
        'scratch.stagedCustom',
        'happenings',
        'scratch.nearest',
        'scratch.limit',
      ],
      any: [],
    },
    barrier: false,
    kernel: integrate,
  },
  {
    name: 'listDeposits',
    runs: 'slice',
    reads: {
      own: ['front.position', 'scratch.stagedStatus', 'scratch.deposit'],
      any: ['SIMD tables'],
    },
    writes: { own: ['scratch.depositCell', 'scratch.depositCount'], any: [] },
    barrier: false,
    whenDeposits: true,
    kernel: listDeposits,
  },
  {
    name: 'listParents',
    runs: 'slice',
    reads: {
      own: [
        'front.id',
        'front.status',
        'front.species',
        'scratch.stagedStatus',
        'scratch.stagedLife',
      ],
      any: [],
    },
    writes: {
      own: ['scratch.parentPlace', 'scratch.parentCount', 'scratch.parentOf', 'scratch.wanted'],
      any: [],
    },
    barrier: true,
    whenBirths: true,
    kernel: listParents,
  },
  {
    name: 'stageOffspring',
    runs: 'slice',
    reads: {
      own: [],
      any: [
        'front agents',
        'front.goal',
        'scratch.stagedLife',
        'scratch.parentPlace',
        'scratch.parentCount',
        'scratch.wanted',
        'front targets',
        'front parameters',
        'front map',
        'mesh',
        'front.cellStart',
        'front.slot',
        'commands',
        'control.word',
        'control.cut',
      ],
    },
    writes: {
      own: [],
      any: ['staged agents', 'staged extras', 'scratch.parentOf', 'back.route', 'back.asked'],
    },
    barrier: true,
    whenBirths: true,
    kernel: stageOffspring,
  },
  {
    name: 'launch',
    runs: 'slice',
    reads: {
      own: ['staged agents', 'scratch.stagedReported'],
      any: [
        'front agents',
        'front map',
        'mesh',
        'front.cellStart',
        'front.slot',
        'front targets',
        'front parameters',
        'commands',
        'control.word',
      ],
    },
    writes: {
      own: ['staged agents', 'staged extras', 'back.route', 'back.asked'],
      any: [],
    },
    barrier: false,
    kernel: launch,
  },
  {
    name: 'countBirths',
    runs: 'slice',
    reads: { own: ['front agents', 'staged agents', 'happenings'], any: [] },
    writes: { own: ['scratch.birthCount'], any: [] },
    barrier: false,
    kernel: countBirths,
  },
  {
    name: 'bin',
    runs: 'slice',
    reads: {
      own: ['front.id', 'front.species', 'staged agents'],
      any: ['control.word', 'SIMD tables'],
    },
    writes: { own: ['scratch.cell', 'scratch.cellCount', 'scratch.rangeCount'], any: [] },
    barrier: true,
    kernel: bin,
  },
  {
    name: 'sortDeposits',
    runs: 'slice',
    reads: {
      own: ['scratch.depositCell'],
      any: ['scratch.depositCount', 'control.word', 'SIMD tables'],
    },
    writes: { own: ['scratch.depositNext'], any: ['scratch.depositPlace'] },
    barrier: false,
    whenDeposits: true,
    kernel: sortDeposits,
  },
  {
    name: 'prefixSum',
    runs: 'cells',
    reads: {
      own: ['scratch.cellCount'],
      any: ['scratch.rangeCount', 'control.word', 'SIMD tables'],
    },
    writes: { own: ['scratch.cellCount', 'back.cellStart'], any: [] },
    barrier: true,
    kernel: prefixSum,
  },
  {
    name: 'stepFields',
    runs: 'buckets',
    reads: {
      own: [],
      any: [
        'front.scalar',
        'scratch.deposit',
        'scratch.depositCell',
        'scratch.depositPlace',
        'scratch.depositCount',
        'control.word',
        'SIMD tables',
      ],
    },
    writes: { own: ['back.scalar'], any: [] },
    barrier: false,
    block: BLOCK,
    whenFields: true,
    kernel: stepFields,
  },
  {
    name: 'writeBirths',
    runs: 'slice',
    reads: {
      own: ['staged agents', 'happenings'],
      any: [
        'trees',
        'front agents',
        'front.slot',
        'front.cellStart',
        'front.acceleration',
        'front.assignedTarget',
        'front.assignedQuarry',
        'front targets',
        'front parameters',
        'front.nextBirth',
        'scratch.birthCount',
        'control.word',
      ],
    },
    writes: { own: [], any: ['births'] },
    barrier: false,
    kernel: writeBirths,
  },
  {
    name: 'scatter',
    runs: 'slice',
    reads: {
      own: [
        'front agents',
        'front.custom',
        'staged agents',
        'staged extras',
        'scratch.stagedCustom',
        'scratch.cell',
        'scratch.cellCount',
        'scratch.parentOf',
        'happenings',
      ],
      any: ['SIMD tables', 'front.species', 'scratch.stagedLife'],
    },
    writes: {
      own: ['scratch.cell', 'scratch.cellCount', 'back.slot'],
      any: ['back agents', 'back extras', 'back.struck'],
    },
    barrier: true,
    kernel: scatter,
  },
  {
    name: 'transit',
    runs: 'slice',
    reads: {
      own: ['back.custom'],
      any: AFTER_STEP,
    },
    writes: { own: ['back.custom'], any: [] },
    barrier: false,
    whenStates: true,
    kernel: transit,
  },
  {
    name: 'report',
    runs: 'slice',
    reads: {
      own: ['back.reported', 'back.custom'],
      any: [...AFTER_STEP, 'back.asked'],
    },
    writes: { own: ['back.reported', 'reports'], any: [] },
    barrier: true,
    whenReports: true,
    kernel: report,
  },
  {
    name: 'settle',
    runs: 'once',
    reads: {
      own: [],
      any: [
        'trees',
        'front agents',
        'front.slot',
        'front.cellStart',
        'front targets',
        'front obstacles',
        'back obstacles',
        'front parameters',
        'front map',
        'mesh',
        'front fields',
        'front.scalar',
        'front.struck',
        'front.born',
        'front.hits',
        'front.eventCount',
        'front.nextBirth',
        'front.keptBirths',
        'back.slot',
        'back.swept',
        'back.asked',
        'back.assignedTarget',
        'back.struck',
        'back map',
        'back fields',
        'staged agents',
        'happenings',
        'reports',
        'back agents',
        'back.cellStart',
        'back.reported',
        'scratch.birthCount',
        'scratch.stagedLife',
        'scratch.deposit',
        'scratch.role',
        'scratch.cell',
        'scratch.wanted',
        'scratch.parentOf',
        'commands',
        'SIMD tables',
        'control.word',
        'control.cut',
        'constants.pathPoint',
        'constants.pathHeading',
        'constants.pathReach',
        'front extras',
      ],
    },
    writes: {
      own: [],
      any: [
        'back targets',
        'back obstacles',
        'back parameters',
        'back map',
        'back fields',
        'back.struck',
        'back.custom',
        'back.approach',
        'back.swept',
        'back.asked',
        'back.reported',
        'back.born',
        'back.hits',
        'back.eventCount',
        'back.nextBirth',
        'back.keptBirths',
        'events',
        'scratch.cell',
        'scratch.nearest',
        'scratch.force',
        'scratch.stagedCustom',
        'scratch.stagedLife',
        'scratch.deposit',
      ],
    },
    barrier: false,
    kernel: settle,
  },
] as const satisfies readonly Phase[];

export type PhaseName = (typeof PIPELINE)[number]['name'];
