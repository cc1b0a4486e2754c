import { STAGED_COLUMNS, stagedName } from '../world/engine-columns.ts';
import type {
  CONSTANT_ROWS,
  CONTROL_ROWS,
  PARTICLE_ROWS,
  Row,
  SCRATCH_ROWS,
  STATE_ROWS,
} from '../world/layout.ts';

type NamesOf<Rows extends readonly Row[]> = Rows[number][0];

/** The name of a column: the section of memory that it belongs to, followed by the name of its row in layout.ts. */
export type Column =
  | `front.${NamesOf<typeof STATE_ROWS>}`
  | `back.${NamesOf<typeof STATE_ROWS>}`
  | `scratch.${NamesOf<typeof SCRATCH_ROWS>}`
  | `constants.${NamesOf<typeof CONSTANT_ROWS>}`
  | `control.${NamesOf<typeof CONTROL_ROWS>}`
  | `particles.${NamesOf<typeof PARTICLE_ROWS>}`;

const AGENTS = ['id', 'species', 'status', 'position', 'velocity', 'birth'] as const;
const EXTRAS = [...STAGED_COLUMNS.map(({ name }) => name), 'custom'] as const;
// biome-ignore format: several names in each line.
const TARGETS = [
  'targetPosition', 'targetVelocity', 'targetHome', 'targetDrift', 'targetAcceleration',
] as const;
// biome-ignore format: several names in each line.
const OBSTACLES = [
  'obstacleKind', 'obstacleName', 'obstacleCenter', 'obstacleRadius', 'obstacleExtent',
  'obstaclePoint', 'obstacleRotation', 'obstacleVelocity', 'obstacleSpin', 'obstacleVersion',
] as const;
const PARAMETERS = ['speciesParameters', 'behaviorParameters'] as const;
const MAP = ['mapCost', 'mapVersion', 'linkOpen', 'areaCost'] as const;
// biome-ignore format: several names in each line.
const MESH = [
  'meshFirst', 'meshPart', 'meshX', 'meshY', 'meshZ', 'meshVertex', 'meshNext', 'meshWall', 'meshArea',
  'linkIndex', 'linkFrom', 'linkTo', 'linkFromX', 'linkFromY', 'linkToX', 'linkToY', 'linkCost',
  'meshBinFirst', 'meshBinPolygon',
] as const;
const FIELDS = ['fieldMap', 'fieldGoal', 'fieldMove'] as const;

function of<S extends string, N extends string>(
  section: S,
  names: readonly N[],
): readonly `${S}.${N}`[] {
  return names.map((name) => `${section}.${name}` as const);
}

/** Groups of columns that phases read and write together. The name of a group stands for all its columns. */
// biome-ignore format: several names in each line.
export const GROUPS = {
  'front agents': of('front', AGENTS),
  'front extras': of('front', EXTRAS),
  'front targets': of('front', TARGETS),
  'front parameters': of('front', PARAMETERS),
  'front map': of('front', MAP),
  mesh: of('constants', MESH),
  'front fields': of('front', FIELDS),
  'back agents': of('back', AGENTS),
  'back extras': of('back', EXTRAS),
  'back targets': of('back', TARGETS),
  'back parameters': of('back', PARAMETERS),
  'back map': of('back', MAP),
  'back fields': of('back', FIELDS),
  'staged agents': of('scratch', ['stagedPosition', 'stagedVelocity', 'stagedStatus']),
  'staged bodies': of('scratch', [
    'stagedAcceleration', 'stagedHeading', 'stagedUp', 'stagedApproach', 'stagedSwept',
    'stagedPolygon', 'stagedLink', 'stagedLinkTick',
  ]),
  'staged extras': of(
    'scratch',
    STAGED_COLUMNS.map(({ name }) => stagedName(name)),
  ),
  reports: of('scratch', ['reportPlace', 'reportBits', 'reportCount']),
  happenings: of('scratch', ['happening', 'happeningCount']),
  'front obstacles': of('front', OBSTACLES),
  'back obstacles': of('back', OBSTACLES),
  commands: [
    ...of('constants', [
      'commandTick', 'commandKind', 'commandPlaceEnd', 'commandValueEnd', 'commandPlace',
      'commandValue',
    ]),
  ],
  'SIMD tables': of('constants', ['address', 'grid', 'lanePack']),
  trees: of('scratch', ['treePart', 'treeTop', 'treeNode', 'treeBlock', 'treePlace']),
  'SIMD scratch': of('scratch', [
    'neighborScratch', 'limit', 'orcaScratch', 'contextScratch', 'obstacleScratch', 'lawScratch', 'nearest',
  ]),
  births: of('particles', [
    'bornPosition', 'bornVelocity', 'bornTick', 'bornKey', 'bornKind', 'bornLast',
  ]),
  events: of('control', [
    'eventTick', 'eventKind', 'eventAgent', 'eventOther', 'eventSpecies', 'eventPosition',
  ]),
} as const satisfies Readonly<Record<string, readonly Column[]>>;

/** A column, or the name of a group. */
export type Columns = Column | keyof typeof GROUPS;

/** The columns that a phase reads or writes. */
export interface Access {
  /**
   * The columns that the phase reads or writes only in the worker's own part. This part is the worker's slice of
   * places. In columns by id, it is the rows of the agents in that slice. In columns that have a record for each
   * worker, the part is the worker's own record. If the phase runs over cells, the part is the worker's range of cells
   * in the records of all workers.
   */
  readonly own: readonly Columns[];
  /** The columns that the phase reads or writes anywhere, including the parts of other workers. */
  readonly any: readonly Columns[];
}

/** Returns all columns that `names` stands for. Each name is the name of a column, or of a group of columns. */
export function columnsIn(names: readonly Columns[]): Set<Column> {
  return new Set(
    names.flatMap((name): readonly Column[] =>
      name in GROUPS ? GROUPS[name as keyof typeof GROUPS] : [name as Column],
    ),
  );
}
