import type { ColumnType } from '../schema/column-types.ts';
import { type ColumnPlan, columnOffset } from './column-plan.ts';
import type { Planes, State } from './layout.ts';
import type { ScalarPlan } from './scalar-plan.ts';

export type ColumnArray = Float32Array | Uint32Array;

/** The columns that a scenario declares, by name. Like all columns of agents, they are indexed by place. */
export type ColumnViews = Readonly<Record<string, ColumnArray | Planes<Float32Array>>>;

export function viewOf(
  row: Uint32Array,
  type: ColumnType,
  plane: number,
  agents: number,
): ColumnArray {
  const at = row.byteOffset + columnOffset(plane, agents);
  if (type === 'u32') return new Uint32Array(row.buffer, at, agents);
  return new Float32Array(row.buffer, at, agents);
}

/** The declared columns of a state, by name. */
export function columnViewsOf(
  columns: readonly ColumnPlan[],
  agents: number,
  { custom }: Pick<State, 'custom'>,
): ColumnViews {
  const views: Record<string, ColumnArray | Planes<Float32Array>> = {};
  for (const { name, type, first } of columns) {
    const plane = (k: number) => viewOf(custom, type, first + k, agents);
    views[name] =
      type === 'vec3'
        ? ({ x: plane(0), y: plane(1), z: plane(2) } as Planes<Float32Array>)
        : plane(0);
  }
  return views;
}

/** A scalar field as it appears in the public views of a world. */
export interface FieldView {
  /** The value of each cell. In the order of the cells, x varies fastest, then y, then z. */
  readonly values: Float32Array;
  /** The number of cells along x, y and z. In two dimensions there is 1 cell along z. */
  readonly cells: readonly [x: number, y: number, z: number];
}

/** The scalar fields of a state, by name. */
export type FieldViews = Readonly<Record<string, FieldView>>;

/** Creates the views of the scalar fields of a state, by name. */
export function fieldViewsOf(
  scalars: readonly ScalarPlan[],
  { scalar }: Pick<State, 'scalar'>,
): FieldViews {
  return Object.fromEntries(
    scalars.map((field) => [
      field.name,
      { values: scalar.subarray(field.first, field.first + field.count), cells: field.cells },
    ]),
  );
}
