import { randomInto, STREAM, unit } from '../math/random.ts';
import { componentsOf } from '../scenario/merged-columns.ts';
import type { Scenario } from '../scenario/schema.ts';
import type { ColumnPlan } from './column-plan.ts';
import { type ColumnArray, viewOf } from './declared-views.ts';
import { findOnce } from './find-once.ts';
import type { SharedWorld } from './world.ts';

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
