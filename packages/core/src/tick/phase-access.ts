import type { Access } from './phase-columns.ts';
import { type Phase, type PhaseName, PIPELINE } from './pipeline.ts';

/** The columns that a phase uses. */
export interface PhaseAccess {
  /** The columns that the phase reads, except columns that it has written before. */
  readonly reads: Access;
  readonly writes: Access;
}

/** The columns that the phases `transit` and `report` read in the slices of all workers. */
// biome-ignore format: several names in each line.
const AFTER_STEP = [
  'back agents', 'back.cellStart', 'back.slot', 'back.goal', 'back.waypoint', 'front.slot',
  'front.id', 'front.status', 'front.position', 'front targets', 'front map', 'mesh',
  'constants.pathPoint',
] as const;

/**
 * The columns that each phase reads and writes. Tests derive the barriers of the pipeline from these lists, and check
 * the lists against actual memory access. No program needs them to step a world.
 */
// biome-ignore format: several names in each line.
const ACCESS: Readonly<Record<PhaseName, PhaseAccess>> = {
  hash: {
    reads: {
      own: ['front agents', 'front extras', 'front.route', 'front.asked', 'front.struck'],
      any: [],
    },
    writes: { own: ['scratch.hashPart'], any: [] },
  },
  hashFields: {
    reads: { own: ['front.scalar'], any: [] },
    writes: { own: ['scratch.fieldHash'], any: [] },
  },
  plantTrees: {
    reads: { own: [], any: ['front agents', 'front.slot', 'SIMD tables'] },
    writes: { own: ['trees', 'scratch.treeScratch'], any: [] },
  },
  steer: {
    reads: {
      own: ['front.route', 'front.asked', 'scratch.bends'],
      any: [
        'trees', 'front agents', 'front.slot', 'front.cellStart', 'front extras', 'front targets',
        'front parameters', 'front map', 'mesh', 'front fields', 'front.scalar', 'front obstacles',
        'constants.pathPoint', 'constants.pathHeading', 'constants.pathReach', 'SIMD tables',
      ],
    },
    writes: {
      own: [
        'scratch.force', 'scratch.role', 'staged extras', 'scratch.stagedCustom',
        'scratch.stagedLife', 'scratch.deposit', 'back.route', 'back.asked', 'scratch.bends',
        'SIMD scratch',
      ],
      any: [],
    },
  },
  integrate: {
    reads: {
      own: ['scratch.force', 'scratch.stagedLife'],
      any: [
        'trees', 'front agents', 'front.struck', 'front.slot', 'front.cellStart', 'front extras',
        'front targets', 'front parameters', 'front map', 'mesh', 'SIMD tables',
      ],
    },
    writes: {
      own: [
        'staged agents', 'staged bodies', 'scratch.stagedCustom', 'happenings', 'scratch.nearest',
        'scratch.limit',
      ],
      any: [],
    },
  },
  listDeposits: {
    reads: {
      own: ['front.position', 'scratch.stagedStatus', 'scratch.deposit'],
      any: ['SIMD tables'],
    },
    writes: { own: ['scratch.depositCell', 'scratch.depositCount'], any: [] },
  },
  listParents: {
    reads: {
      own: [
        'front.id', 'front.status', 'front.species', 'scratch.stagedStatus', 'scratch.stagedLife',
      ],
      any: [],
    },
    writes: {
      own: ['scratch.parentPlace', 'scratch.parentCount', 'scratch.parentOf', 'scratch.wanted'],
      any: [],
    },
  },
  stageOffspring: {
    reads: {
      own: [],
      any: [
        'front agents', 'front.goal', 'scratch.stagedLife', 'scratch.parentPlace',
        'scratch.parentCount', 'scratch.wanted', 'front targets', 'front parameters', 'front map',
        'mesh', 'front.cellStart', 'front.slot', 'commands', 'control.word', 'control.cut',
      ],
    },
    writes: {
      own: [],
      any: [
        'staged agents', 'staged extras', 'scratch.parentOf', 'back.route', 'back.asked',
        'scratch.bends',
      ],
    },
  },
  launch: {
    reads: {
      own: ['staged agents', 'scratch.stagedReported'],
      any: [
        'front agents', 'front map', 'mesh', 'front.cellStart', 'front.slot', 'front targets',
        'front parameters', 'commands', 'control.word',
      ],
    },
    writes: {
      own: ['staged agents', 'staged extras', 'back.route', 'back.asked', 'scratch.bends'],
      any: [],
    },
  },
  countBirths: {
    reads: { own: ['front agents', 'staged agents', 'happenings'], any: [] },
    writes: { own: ['scratch.birthCount'], any: [] },
  },
  bin: {
    reads: {
      own: ['front.id', 'front.species', 'staged agents'],
      any: ['control.word', 'SIMD tables'],
    },
    writes: { own: ['scratch.cell', 'scratch.cellCount', 'scratch.rangeCount'], any: [] },
  },
  sortDeposits: {
    reads: {
      own: ['scratch.depositCell'],
      any: ['scratch.depositCount', 'control.word', 'SIMD tables'],
    },
    writes: { own: ['scratch.depositNext'], any: ['scratch.depositPlace'] },
  },
  prefixSum: {
    reads: {
      own: ['scratch.cellCount'],
      any: ['scratch.rangeCount', 'control.word', 'SIMD tables'],
    },
    writes: { own: ['scratch.cellCount', 'back.cellStart'], any: [] },
  },
  stepFields: {
    reads: {
      own: [],
      any: [
        'front.scalar', 'scratch.deposit', 'scratch.depositCell', 'scratch.depositPlace',
        'scratch.depositCount', 'control.word', 'SIMD tables',
      ],
    },
    writes: { own: ['back.scalar'], any: [] },
  },
  writeBirths: {
    reads: {
      own: ['staged agents', 'happenings'],
      any: [
        'trees', 'front agents', 'front.slot', 'front.cellStart', 'front.acceleration',
        'front.assignedTarget', 'front.assignedQuarry', 'front targets', 'front parameters',
        'front.nextBirth', 'scratch.birthCount', 'control.word',
      ],
    },
    writes: { own: [], any: ['births'] },
  },
  scatter: {
    reads: {
      own: [
        'front agents', 'front.custom', 'staged agents', 'staged extras', 'scratch.stagedCustom',
        'scratch.cell', 'scratch.cellCount', 'scratch.parentOf', 'happenings',
      ],
      any: ['SIMD tables', 'front.species', 'scratch.stagedLife'],
    },
    writes: {
      own: ['scratch.cell', 'scratch.cellCount', 'back.slot'],
      any: ['back agents', 'back extras', 'back.struck'],
    },
  },
  transit: {
    reads: {
      own: ['back.custom'],
      any: AFTER_STEP,
    },
    writes: { own: ['back.custom'], any: [] },
  },
  report: {
    reads: { own: ['back.reported', 'back.custom'], any: [...AFTER_STEP, 'back.asked'] },
    writes: { own: ['back.reported', 'reports'], any: [] },
  },
  settle: {
    reads: {
      own: [],
      any: [
        'trees', 'front agents', 'front.slot', 'front.cellStart', 'front targets',
        'front obstacles', 'back obstacles', 'front parameters', 'front map', 'mesh',
        'front fields', 'front.scalar', 'front.struck', 'front.born', 'front.hits',
        'front.eventCount', 'front.nextBirth', 'front.keptBirths', 'back.slot', 'back.swept',
        'back.asked', 'back.assignedTarget', 'back.struck', 'back map', 'back fields',
        'staged agents', 'happenings', 'reports', 'back agents', 'back.cellStart', 'back.reported',
        'scratch.birthCount', 'scratch.stagedLife', 'scratch.deposit', 'scratch.role',
        'scratch.cell', 'scratch.wanted', 'scratch.parentOf', 'commands', 'SIMD tables',
        'control.word', 'control.cut', 'constants.pathPoint', 'constants.pathHeading',
        'constants.pathReach', 'front extras',
      ],
    },
    writes: {
      own: [],
      any: [
        'back targets', 'back obstacles', 'back parameters', 'back map', 'back fields',
        'back.struck', 'back.custom', 'back.approach', 'back.swept', 'back.asked', 'back.reported',
        'back.born', 'back.hits', 'back.eventCount', 'back.nextBirth', 'back.keptBirths', 'events',
        'scratch.cell', 'scratch.nearest', 'scratch.force', 'scratch.stagedCustom',
        'scratch.stagedLife', 'scratch.deposit',
      ],
    },
  },
};

/** A phase, with what it reads and writes. */
export interface DeclaredPhase extends Phase, PhaseAccess {}

/** The pipeline, with what each phase reads and writes. */
export const DECLARED: readonly DeclaredPhase[] = PIPELINE.map((phase) => ({
  ...phase,
  ...ACCESS[phase.name],
}));
