import { randomInto, STREAM, unit } from '../math/random.ts';
import { componentsOf, mergedColumns } from '../scenario/columns.ts';
import type { Scenario } from '../scenario/schema.ts';
import { type ColumnType, planeNamesOf } from '../schema/column-types.ts';
import { findOnce } from './find-once.ts';
import type { Planes, State } from './layout.ts';
import type { SharedWorld } from './world.ts';

/** What agents of a species begin with, a number for each component. */
export interface ColumnStart {
  readonly min: readonly number[];
  /** The same as min where nothing is drawn. */
  readonly max: readonly number[];
}

/** A column that the scenario declares. */
export interface ColumnPlan {
  readonly name: string;
  readonly type: ColumnType;
  /** For people; "1" for a plain number. */
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  /** Its planes in the row `custom` of the state, from the first on. */
  readonly first: number;
  readonly planes: readonly string[];
  /** The first of its planes in the row `stagedCustom`; -1 where no law writes it. */
  readonly staged: number;
  /** By species. */
  readonly starts: readonly ColumnStart[];
}

/** The columns that a scenario declares, in the order in which they lie in memory. */
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

/** Elements from a plane of a column to the next: whole vectors, whole cache lines. */
function strideOf(agents: number): number {
  return Math.ceil(agents / 16) * 16;
}

/** Words of rows of planes of all agents. */
export function planesWords(planes: number, agents: number): number {
  return planes * strideOf(agents);
}

/** Words of the rows `custom` and `stagedCustom`. */
export function columnWords(columns: readonly ColumnPlan[], agents: number) {
  const all = columns.reduce((sum, { planes }) => sum + planes.length, 0);
  const staged = columns.reduce((sum, one) => sum + (one.staged < 0 ? 0 : one.planes.length), 0);
  return { customWord: all * strideOf(agents), stagedCustomWord: staged * strideOf(agents) };
}

/** Bytes from the begin of a row to one of its planes. */
export function columnOffset(plane: number, agents: number): number {
  return 4 * plane * strideOf(agents);
}

export type ColumnArray = Float32Array | Uint32Array;

/** The columns that a scenario declares, by name; by place of the sorted order, as all that agents have. */
export type ColumnViews = Readonly<Record<string, ColumnArray | Planes<Float32Array>>>;

/** A plane of a column: in the state, staged, and what it is of. */
export interface ColumnPlane {
  /** Its name, with the axis of a vec3: "wind.x". */
  readonly name: string;
  readonly column: ColumnPlan;
  /** Which component. */
  readonly component: number;
  readonly front: ColumnArray;
  readonly back: ColumnArray;
  /** Front itself where no law writes it. */
  readonly staged: ColumnArray;
}

const NONE: readonly ColumnPlane[] = [];

/** The planes of the columns that the scenario declares; none in most worlds. */
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

/** The columns of a state by name. */
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

/** Keeps the columns of the agent at place `i` as they are, whatever laws have staged. */
export function keepColumns(world: SharedWorld, i: number): void {
  for (const { front, staged } of columnPlanes(world)) staged[i] = front[i];
}

/** Writes what all agents begin with, as staged values. What is not born yet has a value of the range, too. */
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

/** What an agent that lives from a tick on begins with, where nothing else is said. */
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
  // Rounded, it may lie beyond the end by half a step of f32.
  return Math.min(Math.fround(min + share * (max - min)), max);
}
