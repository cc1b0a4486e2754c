/**
 * The types of columns that a scenario can declare: a number, a whole number or a vector for each agent. Laws read and
 * write these columns, commands set them, and they are sorted, hashed and saved like all columns of the state.
 */
export const COLUMN_TYPES = ['f32', 'u32', 'vec3'] as const;

export type ColumnType = (typeof COLUMN_TYPES)[number];

/**
 * The maximum number of planes that all declared columns of a world can have together. An f32 or u32 column has one
 * plane, and a vec3 column has three planes.
 */
export const MAX_COLUMN_PLANES = 32;

export const MAX_U32 = 0xffffffff;
const MAX_F32 = 3.4028234663852886e38;

/**
 * The declaration of a column by a law. Keys that are left out are taken from other declarations of the same column.
 */
export interface ColumnDeclaration {
  readonly type: ColumnType;
  /** The unit that is shown to people, such as "J". It is "1" for a plain number. */
  readonly unit?: string | undefined;
  /**
   * The value with which agents start, from `min` to `max`. For a vec3, it consists of three numbers. If no declaration
   * of the column has a default, agents start with the value nearest to 0 in the range.
   */
  readonly default?: number | readonly number[] | undefined;
  /** The lowest value. For a vec3, it applies to each component. `min` and `max` default to the range of the type. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly description?: string | undefined;
}

/** The declaration of a column by a species. */
export interface SpeciesColumn extends ColumnDeclaration {
  /**
   * The start values of the agents of the species, in place of the default. Give a list with a value for each agent, or
   * a range. From a range, values are drawn uniformly.
   */
  readonly initial?:
    | readonly (number | readonly number[])[]
    | { readonly min: number | readonly number[]; readonly max: number | readonly number[] }
    | undefined;
}

/** Returns the lowest and the highest number that a type can hold. */
export function rangeOfType(type: ColumnType): readonly [min: number, max: number] {
  return type === 'u32' ? [0, MAX_U32] : [-MAX_F32, MAX_F32];
}

/** Returns the names of the planes of a column: the name of the column itself, or for a vec3 one name for each axis. */
export function planeNamesOf(name: string, type: ColumnType): readonly string[] {
  return type === 'vec3' ? [`${name}.x`, `${name}.y`, `${name}.z`] : [name];
}
