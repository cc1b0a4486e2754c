import { planeNamesOf } from '../schema/column-types.ts';
import type { Law } from './law.ts';
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

/** Columns of the agent that a law steers, and of the agents that it sees. */
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

/** Of a neighbor: its offset is from the agent to it, the short way round a torus. */
export const OTHER_COLUMNS = {
  ...OFFSET,
  ...VELOCITY,
  mass: 'f32',
  radius: 'f32',
  id: 'u32',
  species: 'u32',
} as const satisfies Readonly<Record<string, Kind>>;

/** Of what a law is aimed at: a target, or an agent of a quarry. */
const AIM_NUMBERS = {
  ...OFFSET,
  ...VELOCITY,
  'acceleration.x': 'f32',
  'acceleration.y': 'f32',
  'acceleration.z': 'f32',
  radius: 'f32',
  ...FRAME,
} as const satisfies Readonly<Record<string, Kind>>;

/** And whether there is one: a law that reads it acts without one too, where all else of it is 0. */
export const AIM_COLUMNS = { ...AIM_NUMBERS, found: 'bool' } as const;

/**
 * What all agents that a behavior steers share: s, ticks, the seed, the 2 or 3 dimensions, and the row of
 * the behavior, by which two with one law draw numbers of their own.
 */
export const WORLD_VALUES = {
  dt: 'f32',
  tick: 'u32',
  seed: 'u32',
  dimensions: 'u32',
  behavior: 'u32',
} as const satisfies Readonly<Record<string, Kind>>;

/** Columns of an agent that are numbers of its species. */
export const SPECIES_VALUES = [
  ...['mass', 'radius', 'maxSpeed', 'maxForce', 'damping', 'forceFactor'],
] as const satisfies readonly (keyof typeof SELF_COLUMNS)[];

export type SpeciesValue = (typeof SPECIES_VALUES)[number];
export type SelfColumn = keyof typeof SELF_COLUMNS;
export type OtherColumn = keyof typeof OTHER_COLUMNS;
/** A plane of a column that the law declares: "column.energy", "column.wind.x". */
export type DeclaredColumn = `column.${string}`;
export type AimColumn = keyof typeof AIM_COLUMNS;
export type AimNumber = keyof typeof AIM_NUMBERS;
export type WorldValue = keyof typeof WORLD_VALUES;

interface ReductionForm {
  /** What it takes of each neighbor. */
  readonly operands: readonly Kind[];
  readonly result: Kind;
  /** What it begins with, which is what it yields of no neighbors. */
  readonly none: number;
}

/** Reductions over the neighbors of a set, in stored order. */
export const REDUCTIONS = {
  count: { operands: [], result: 'f32', none: 0 },
  /** From the left. */
  sum: { operands: ['f32'], result: 'f32', none: 0 },
  minimum: { operands: ['f32'], result: 'f32', none: Number.POSITIVE_INFINITY },
  maximum: { operands: ['f32'], result: 'f32', none: Number.NEGATIVE_INFINITY },
  any: { operands: ['bool'], result: 'bool', none: 0 },
  /** The value of the nearest one; of equally near ones, of that with the lowest id. */
  nearest: { operands: ['f32'], result: 'f32', none: 0 },
  /**
   * By a key: the value of the neighbor whose key is lowest; of equal keys, of that with the lowest id. A
   * neighbor whose key is NaN or Infinity is left out; one whose key is -Infinity is not.
   */
  lowest: { operands: ['f32', 'f32'], result: 'f32', none: 0 },
} as const satisfies Readonly<Record<string, ReductionForm>>;

export type Reduction = keyof typeof REDUCTIONS;

/** Numbers that JSON does not have, or does not keep. */
export const UNWRITABLE = ['Infinity', '-Infinity', 'NaN', '-0'] as const;

export type Unwritable = (typeof UNWRITABLE)[number];

/**
 * A node of an expression, that refers to others by their place in a list in which operands come first. The
 * form in which laws are kept as JSON.
 *
 * - `neighbors` is the set of those within a radius (f32, m) and, unless the cosine is -1, ahead: the
 *   cosine of the angle between the velocity and the offset to them is above it; both are the same for all
 *   agents that a behavior steers;
 * - `other` is a column of a neighbor of a set, and stands in what that set is reduced by alone;
 * - `field` reads a scalar field at a position: its value, or along an axis, "trail.x", its gradient;
 * - `cell` is the value of a cell of a field, by its number; only in laws that are worked out on a grid.
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

/** What a node yields: a number of some kind, or the set of neighbors to be reduced. */
export type NodeKind = Kind | 'set';

/** The kinds of the columns that a law declares, by plane. */
export type DeclaredKinds = Readonly<Record<DeclaredColumn, Kind>>;

/** The kinds of declared columns, as nodes name these. */
export function declaredKindsOf(columns: Law['columns']): DeclaredKinds {
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

/** The kind of a node whose operands are sound. */
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
      return REDUCTIONS[node[0]].result;
    default:
      return OPERATIONS[node[0]].result;
  }
}
