/**
 * Columns that a scenario declares: a number, a whole number or a vector of each agent, which laws read and write,
 * commands set, and which is sorted, hashed and kept as any other column of the state.
 */
export const COLUMN_TYPES = ['f32', 'u32', 'vec3'] as const;

export type ColumnType = (typeof COLUMN_TYPES)[number];

/** Planes of all columns of a world: an f32 or u32 has one, a vec3 three. */
export const MAX_COLUMN_PLANES = 32;

export const MAX_U32 = 0xffffffff;
const MAX_F32 = 3.4028234663852886e38;

/** A column as a law declares it: what is left out is left to other declarations of the name. */
export interface ColumnDeclaration {
  readonly type: ColumnType;
  /** For people, such as "J"; "1" for a plain number. */
  readonly unit?: string | undefined;
  /** What agents begin with, within the range; three numbers of a vec3. 0 when no declaration has one. */
  readonly default?: number | readonly number[] | undefined;
  /** The range, of each component of a vec3; that of the type when no declaration has one. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly description?: string | undefined;
}

/** A column as a species declares it. */
export interface SpeciesColumn extends ColumnDeclaration {
  /**
   * What its agents begin with in place of the default: a list with a value for each, or a range that values are drawn
   * from, evenly.
   */
  readonly initial?:
    | readonly (number | readonly number[])[]
    | { readonly min: number | readonly number[]; readonly max: number | readonly number[] }
    | undefined;
}

/** The least and the greatest number of a type. */
export function rangeOfType(type: ColumnType): readonly [min: number, max: number] {
  return type === 'u32' ? [0, MAX_U32] : [-MAX_F32, MAX_F32];
}

/** The names of the planes of a column: its own, or one for each axis. */
export function planeNamesOf(name: string, type: ColumnType): readonly string[] {
  return type === 'vec3' ? [`${name}.x`, `${name}.y`, `${name}.z`] : [name];
}
