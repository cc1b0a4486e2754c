import { randomInto, STREAM, unit } from '../math/random.ts';
import { componentsOf, mergedColumns } from '../scenario/columns.ts';
import type { Scenario } from '../scenario/schema.ts';
import { type ColumnType, planeNamesOf } from '../schema/column-types.ts';
import { findOnce } from './find-once.ts';
import type { Planes, State } from './layout.ts';
import type { SharedWorld } from './world.ts';

/**
 * The range from which the start values of a species' agents are chosen at random. Both ends of the range have one
 * number for each component.
 */
export interface ColumnStart {
  readonly min: readonly number[];
  /** The upper end of the range. It equals `min` if the value is not random. */
  readonly max: readonly number[];
}

/** A column that the scenario declares. */
export interface ColumnPlan {
  readonly name: string;
  readonly type: ColumnType;
  /** The unit to show to people; "1" for a plain number. */
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  /** The index of the column's first plane in the row `custom` of the state. Its other planes follow. */
  readonly first: number;
  readonly planes: readonly string[];
  /** The index of the column's first plane in the row `stagedCustom`; -1 if no law writes the column. */
  readonly staged: number;
  /** The start values of the column for each species. */
  readonly starts: readonly ColumnStart[];
}

/** The columns that a scenario declares, in the order in which they are in memory. */
export function columnsPlanOf(scenario: Scenario): readonly ColumnPlan[] {
  let first = 0;
  let staged = 0;
  return mergedColumns(scenario).map(({ name, type, unit, min, max, default: usual, written }) => {
    const planes = planeNamesOf(name, type);
    const starts = scenario.species.map(({ columns }): ColumnStart => {
      const own = columns?.[name];
      const { initial } = own ?? {};
      if (initial !== undefined && 'min' in initial) {
        return { min: componentsOf(type, initial.min), max: componentsOf(type, initial.max) };
      }
      const value = own?.default === undefined ? usual : componentsOf(type, own.default);
      return { min: value, max: value };
    });
    const plan = {
      name,
      type,
      unit,
      min,
      max,
      first,
      planes,
      staged: written ? staged : -1,
      starts,
    };
    first += planes.length;
    if (written) staged += planes.length;
    return plan;
  });
}

/**
 * The distance between the starts of two neighboring planes, in elements. It is rounded up to whole vectors and cache
 * lines.
 */
function strideOf(agents: number): number {
  return Math.ceil(agents / 16) * 16;
}

/** Returns how many words the planes need. Each plane has one element for each agent. */
export function planesWords(planes: number, agents: number): number {
  return planes * strideOf(agents);
}

/** The number of words of the rows `custom` and `stagedCustom`. */
export function columnWords(columns: readonly ColumnPlan[], agents: number) {
  const all = columns.reduce((sum, { planes }) => sum + planes.length, 0);
  const staged = columns.reduce((sum, one) => sum + (one.staged < 0 ? 0 : one.planes.length), 0);
  return { customWord: all * strideOf(agents), stagedCustomWord: staged * strideOf(agents) };
}

/** The number of bytes from the beginning of a row to the plane with the index `plane` in this row. */
export function columnOffset(plane: number, agents: number): number {
  return 4 * plane * strideOf(agents);
}

export type ColumnArray = Float32Array | Uint32Array;

/** The columns that a scenario declares, by name. Like all columns of agents, they are indexed by place. */
export type ColumnViews = Readonly<Record<string, ColumnArray | Planes<Float32Array>>>;

/**
 * A plane of a declared column. It has three arrays: one in the front state, one in the back state, and one for staged
 * values.
 */
export interface ColumnPlane {
  /** The name of the plane: the name of the column, followed by the axis for a vec3, as in "wind.x". */
  readonly name: string;
  readonly column: ColumnPlan;
  /** Which component of the column this plane holds, as an index from 0. */
  readonly component: number;
  readonly front: ColumnArray;
  readonly back: ColumnArray;
  /** The staged values; the same array as `front` if no law writes the column. */
  readonly staged: ColumnArray;
}

const NONE: readonly ColumnPlane[] = [];

/** The planes of the columns that the scenario declares. Most worlds have none. */
export function columnPlanes(world: SharedWorld): readonly ColumnPlane[] {
  return world.plan.columns.length === 0 ? NONE : findPlanes(world);
}

const findPlanes = findOnce(({ plan, front, back, scratch }): readonly ColumnPlane[] =>
  plan.columns.flatMap((column) =>
    column.planes.map((name, component) => {
      const of = (row: Uint32Array, first: number) =>
        viewOf(row, column.type, first + component, plan.agents);
      const own = of(front.custom, column.first);
      const staged = column.staged < 0 ? own : of(scratch.stagedCustom, column.staged);
      return { name, column, component, front: own, back: of(back.custom, column.first), staged };
    }),
  ),
);

function viewOf(row: Uint32Array, type: ColumnType, plane: number, agents: number): ColumnArray {
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

/**
 * Discards the values that laws staged for the agent at place `i`. In all declared columns, the agent keeps its values
 * of the front state.
 */
export function keepColumns(world: SharedWorld, i: number): void {
  for (const { front, staged } of columnPlanes(world)) staged[i] = front[i];
}

/** Writes the start values of all agents as staged values. Agents that are not born yet get start values, too. */
export function populateColumns(world: SharedWorld, scenario: Scenario): void {
  for (const plane of columnPlanes(world)) {
    const { name, type } = plane.column;
    scenario.species.forEach(({ columns }, index) => {
      const { first, count } = world.plan.species[index];
      const initial = columns?.[name]?.initial;
      const list = initial !== undefined && !('min' in initial) ? initial : undefined;
      for (let k = 0; k < count; k++) {
        const value = list?.[k];
        plane.staged[world.front.slot[first + k]] =
          value === undefined
            ? startOf(world, plane, index, first + k, 0)
            : componentsOf(type, value)[plane.component];
      }
    });
  }
}

const bits = new Uint32Array(4);

/**
 * Returns the start value of an agent in a plane of a declared column. This value is used if neither the scenario nor a
 * command gives the agent a value. `tick` is the first tick of the agent.
 */
export function startOf(
  { plan }: SharedWorld,
  { column, component }: ColumnPlane,
  species: number,
  id: number,
  tick: number,
): number {
  const min = column.starts[species].min[component];
  const max = column.starts[species].max[component];
  if (min === max) return min;
  randomInto(bits, plan.seed, tick, id, STREAM.columns + column.first + component);
  const share = unit(bits[0]);
  if (column.type === 'u32') return min + Math.floor(share * (max - min + 1));
  // Rounding to f32 may exceed the maximum by half a unit in the last place.
  return Math.min(Math.fround(min + share * (max - min)), max);
}
