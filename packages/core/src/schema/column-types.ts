/**
 * The types of columns that a scenario can declare: a number, a whole number or a vector for each agent. Laws read and
 * write them, commands set them, and they are sorted, hashed and saved like all columns of the state.
 */
export const COLUMN_TYPES = ['f32', 'u32', 'vec3'] as const;

export type ColumnType = (typeof COLUMN_TYPES)[number];

/** The most planes of all declared columns of a world. An f32 or u32 column has one, a vec3 column three. */
export const MAX_COLUMN_PLANES = 32;

export const MAX_U32 = 0xffffffff;
const MAX_F32 = 3.4028234663852886e38;

/** The declaration of a column by a law. Keys that are left out are taken from other declarations of the same name. */
export interface ColumnDeclaration {
  readonly type: ColumnType;
  /** The unit to show to people, such as "J"; "1" for a plain number. */
  readonly unit?: string | undefined;
  /** The start value of agents, within the range; three numbers for a vec3. 0 when no declaration has a default. */
  readonly default?: number | readonly number[] | undefined;
  /** The lowest value; for a vec3, of each component. `min` and `max` default to the range of the type. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly description?: string | undefined;
}

/** The declaration of a column by a species. */
export interface SpeciesColumn extends ColumnDeclaration {
  /**
   * The start values of its agents, in place of the default: a list with a value for each agent, or a range from which
   * values are drawn uniformly.
   */
  readonly initial?:
    | readonly (number | readonly number[])[]
    | { readonly min: number | readonly number[]; readonly max: number | readonly number[] }
    | undefined;
}

/** The lowest and the highest number of a type. */
export function rangeOfType(type: ColumnType): readonly [min: number, max: number] {
  return type === 'u32' ? [0, MAX_U32] : [-MAX_F32, MAX_F32];
}

/** The names of the planes of a column: the name of the column, or one name for each axis of a vec3. */
export function planeNamesOf(name: string, type: ColumnType): readonly string[] {
  return type === 'vec3' ? [`${name}.x`, `${name}.y`, `${name}.z`] : [name];
}
