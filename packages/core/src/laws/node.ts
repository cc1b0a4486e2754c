import { type ColumnDeclaration, planeNamesOf } from '../schema/column-types.ts';
import { type Kind, OPERATIONS, type OperationName } from './operations.ts';

const OFFSET = {
  'offset.x': 'f32',
  'offset.y': 'f32',
  'offset.z': 'f32',
} as const;

const VELOCITY = {
  'velocity.x': 'f32',
  'velocity.y': 'f32',
  'velocity.z': 'f32',
} as const;

const FRAME = {
  'heading.x': 'f32',
  'heading.y': 'f32',
  'heading.z': 'f32',
  'up.x': 'f32',
  'up.y': 'f32',
  'up.z': 'f32',
} as const;

/** The columns of the agent that a law steers, and the type of each. */
export const SELF_COLUMNS = {
  'position.x': 'f32',
  'position.y': 'f32',
  'position.z': 'f32',
  ...VELOCITY,
  ...FRAME,
  'force.x': 'f32',
  'force.y': 'f32',
  'force.z': 'f32',
  mass: 'f32',
  radius: 'f32',
  maxSpeed: 'f32',
  maxForce: 'f32',
  damping: 'f32',
  forceFactor: 'f32',
  id: 'u32',
  species: 'u32',
  birth: 'u32',
} as const satisfies Readonly<Record<string, Kind>>;

/**
 * The columns of a neighbor, and the type of each column. They include the offset from the agent to the neighbor. On a
 * torus, this is the shortest offset.
 */
export const OTHER_COLUMNS = {
  ...OFFSET,
  ...VELOCITY,
  'heading.x': 'f32',
  'heading.y': 'f32',
  'heading.z': 'f32',
  mass: 'f32',
  radius: 'f32',
  id: 'u32',
  species: 'u32',
} as const satisfies Readonly<Record<string, Kind>>;

/**
 * The columns of a law's aim, and the type of each column. The aim is a target, an agent of the quarry species, or a
 * place.
 */
const AIM_NUMBERS = {
  ...OFFSET,
  ...VELOCITY,
  'acceleration.x': 'f32',
  'acceleration.y': 'f32',
  'acceleration.z': 'f32',
  radius: 'f32',
  ...FRAME,
} as const satisfies Readonly<Record<string, Kind>>;

/**
 * The columns of an aim, and `found`: whether there is an aim. If a law reads `found`, it also acts on agents without
 * an aim. For such agents, the other columns are 0.
 */
export const AIM_COLUMNS = { ...AIM_NUMBERS, found: 'bool' } as const;

/**
 * Values that all agents of a behavior share: dt (s), the tick, the seed, the number of dimensions (2 or 3), and the
 * row (number) of the behavior. The row makes two behaviors with the same law draw different random numbers.
 */
export const WORLD_VALUES = {
  dt: 'f32',
  tick: 'u32',
  seed: 'u32',
  dimensions: 'u32',
  behavior: 'u32',
} as const satisfies Readonly<Record<string, Kind>>;

/** The columns of an agent that are parameters of its species. */
// biome-ignore format: several in each line.
export const SPECIES_VALUES = [
  'mass', 'radius', 'maxSpeed', 'maxForce', 'damping', 'forceFactor',
] as const satisfies readonly (keyof typeof SELF_COLUMNS)[];

export type SpeciesValue = (typeof SPECIES_VALUES)[number];
export type SelfColumn = keyof typeof SELF_COLUMNS;
export type OtherColumn = keyof typeof OTHER_COLUMNS;
/** The name that nodes use for a plane of a declared column, such as "column.energy" or "column.wind.x". */
export type DeclaredColumn = `column.${string}`;
export type AimColumn = keyof typeof AIM_COLUMNS;
export type AimNumber = keyof typeof AIM_NUMBERS;
export type WorldValue = keyof typeof WORLD_VALUES;

interface ReductionForm {
  /** The kinds of the values that the reduction takes from each neighbor. */
  readonly operands: readonly Kind[];
  readonly result: Kind;
  /** The initial value of the result. It is also the final result if there are no neighbors. */
  readonly none: number;
}

/**
 * The reductions: operations that make one value out of the values of all neighbors in a set. They process the
 * neighbors in stored order.
 */
export const REDUCTIONS = {
  count: { operands: [], result: 'f32', none: 0 },
  /** The sum of the values, added from the left. */
  sum: { operands: ['f32'], result: 'f32', none: 0 },
  minimum: { operands: ['f32'], result: 'f32', none: Number.POSITIVE_INFINITY },
  maximum: { operands: ['f32'], result: 'f32', none: Number.NEGATIVE_INFINITY },
  any: { operands: ['bool'], result: 'bool', none: 0 },
  /** The value of the nearest neighbor. Of equally near neighbors, the one with the lowest id is used. */
  nearest: { operands: ['f32'], result: 'f32', none: 0 },
  /**
   * For each neighbor, the operands are a key and a value. The result is the value of the neighbor with the lowest key.
   * Of neighbors with equal keys, the one with the lowest id is used. A neighbor with the key NaN or Infinity is left
   * out. The key -Infinity is allowed.
   */
  lowest: { operands: ['f32', 'f32'], result: 'f32', none: 0 },
  /**
   * The squared distance (m^2) of the k-th nearest neighbor, and its id. The operand is k, a constant from 1 to
   * MAX_NEAREST. Of equally near neighbors, the one with the lowest id comes first. With fewer than k neighbors, the
   * result is infinity, and the largest id.
   */
  rankSquared: { operands: ['u32'], result: 'f32', none: Number.POSITIVE_INFINITY },
  rankId: { operands: ['u32'], result: 'u32', none: 0xffffffff },
} as const satisfies Readonly<Record<string, ReductionForm>>;

export type Reduction = keyof typeof REDUCTIONS;

/** The maximum number of nearest neighbors among which a law can look. */
export const MAX_NEAREST = 16;

/** Numbers that JSON cannot represent or does not preserve. Nodes store them as text. */
export const UNWRITABLE = ['Infinity', '-Infinity', 'NaN', '-0'] as const;

export type Unwritable = (typeof UNWRITABLE)[number];

/**
 * A node of an expression, in the form in which laws are stored as JSON. Nodes are in a list in which operands come
 * first. A node refers to other nodes by their index in the list.
 *
 * - `neighbors` is the set of neighbors within a radius (f32, m), and ahead of the agent. Take the angle between the
 *   agent's velocity and the offset to a neighbor. If the cosine of this angle is above a given cosine, the neighbor is
 *   ahead. So is a neighbor on the agent's spot. If the given cosine is -1, neighbors in all directions are in the set. The radius and the given cosine are
 *   the same for all agents of a behavior.
 * - `other` is a column of the neighbors in a set. It can only be used in reductions of that set.
 * - `field` reads a scalar field at a position: its value, or its gradient along an axis, such as "trail.x".
 * - `cell` reads one cell of a scalar field, given by the index of the cell. It occurs only in laws that are prepared
 *   to run on a grid.
 */
export type NodeData =
  | readonly ['number', number | Unwritable]
  | readonly ['whole', number]
  | readonly ['truth', 0 | 1]
  | readonly ['parameter', string]
  | readonly ['world', WorldValue]
  | readonly ['self', SelfColumn | DeclaredColumn]
  | readonly ['aim', AimColumn]
  | readonly ['second', AimColumn]
  | readonly ['neighbors', radius: number, cosine: number]
  | readonly ['other', set: number, OtherColumn | DeclaredColumn]
  | readonly ['field', x: number, y: number, z: number, of: string]
  | readonly ['cell', index: number, field: string]
  | readonly ['count', set: number]
  | readonly ['lowest', set: number, key: number, value: number]
  | readonly [Exclude<Reduction, 'count' | 'lowest'>, set: number, value: number]
  | readonly [OperationName, ...operands: number[]];

/** What a node yields: a value of some kind, or a set of neighbors. */
export type NodeKind = Kind | 'set';

/**
 * The kind of the values in each plane, by the name of the plane. The planes are those of the columns that a law
 * declares.
 */
export type DeclaredKinds = Readonly<Record<DeclaredColumn, Kind>>;

/**
 * Returns the kind of the values in each plane of the declared columns. The keys are the names that nodes use for
 * planes.
 */
export function declaredKindsOf(
  columns: Readonly<Record<string, ColumnDeclaration>> | undefined,
): DeclaredKinds {
  const kinds: Record<DeclaredColumn, Kind> = {};
  for (const [name, { type }] of Object.entries(columns ?? {})) {
    for (const plane of planeNamesOf(name, type)) {
      kinds[`column.${plane}`] = type === 'u32' ? 'u32' : 'f32';
    }
  }
  return kinds;
}

export function isDeclared(column: string): column is DeclaredColumn {
  return column.startsWith('column.');
}

/** Returns the kind of a node whose operands are valid. */
export function kindOf(node: NodeData, declared: DeclaredKinds = {}): NodeKind {
  switch (node[0]) {
    case 'number':
    case 'parameter':
    case 'field':
    case 'cell':
      return 'f32';
    case 'whole':
      return 'u32';
    case 'truth':
      return 'bool';
    case 'world':
      return WORLD_VALUES[node[1]];
    case 'self':
      return isDeclared(node[1]) ? declared[node[1]] : SELF_COLUMNS[node[1]];
    case 'aim':
    case 'second':
      return AIM_COLUMNS[node[1]];
    case 'other':
      return isDeclared(node[2]) ? declared[node[2]] : OTHER_COLUMNS[node[2]];
    case 'neighbors':
      return 'set';
    case 'count':
    case 'sum':
    case 'minimum':
    case 'maximum':
    case 'any':
    case 'nearest':
    case 'lowest':
    case 'rankSquared':
    case 'rankId':
      return REDUCTIONS[node[0]].result;
    default:
      return OPERATIONS[node[0]].result;
  }
}
