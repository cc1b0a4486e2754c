import {
  declaredReader,
  lengthOf,
  type ReadValue,
  readerOf,
  type Value,
  write,
} from './agent-values.ts';
import { lawReader } from './law-column.ts';
import type { Measure } from './measure.ts';
import { type Agents, isAmong } from './measured-agents.ts';
import type { PointGrid } from './point-grid.ts';

/**
 * One pass of a measure over its agents. Agents are handled in blocks, and the results are combined in the order of the
 * blocks. So the total does not depend on which thread computed which block.
 */
export interface Pass {
  /**
   * How the numbers from two blocks are combined. If the fold is `list`, the second list of numbers is appended to the
   * first. Otherwise, each number is combined with its counterpart in the other block.
   */
  readonly fold: 'sum' | 'min' | 'max' | 'list';
  /** Whether a single thread must compute the whole pass. */
  readonly alone?: boolean;
  /**
   * Prepares a pass. Returns a function that computes numbers from the agents in places [begin, end). These numbers are
   * then combined as `fold` says. `walk.before` holds the totals of the earlier passes.
   */
  readonly begin: (walk: Walk) => (begin: number, end: number) => number[];
}

export interface Walk {
  readonly agents: Agents;
  readonly measure: Measure;
  readonly before: readonly Total[];
  /** Returns the grid of the agents of this pass. It is created on first use and shared by all measures of a thread. */
  readonly grid: () => PointGrid;
}

/** The combined numbers of all blocks of a pass. */
export type Total = Float64Array;

const value: Value = { x: 0, y: 0, z: 0 };

/**
 * Creates a pass that adds up values of agents, separately for x, y and z. The pass also counts the agents that have a
 * value.
 */
export function sumOf(reader: (walk: Walk) => ReadValue): Pass {
  return {
    fold: 'sum',
    begin: (walk) => {
      const read = reader(walk);
      return (begin, end) => {
        let x = 0;
        let y = 0;
        let z = 0;
        let count = 0;
        for (let i = begin; i < end; i++) {
          if (!isAmong(walk.agents, i) || !read(value, i)) continue;
          x += value.x;
          y += value.y;
          z += value.z;
          count++;
        }
        return [x, y, z, count];
      };
    },
  };
}

/** Creates a pass that finds the minimum or the maximum of a column over the agents. */
export function extremeOf(fold: 'min' | 'max'): Pass {
  const none = fold === 'min' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return {
    fold,
    begin: (walk) => {
      const read = columnReader(walk);
      return (begin, end) => {
        let extreme = none;
        for (let i = begin; i < end; i++) {
          if (!isAmong(walk.agents, i) || !read(value, i)) continue;
          if (fold === 'min' ? value.x < extreme : value.x > extreme) extreme = value.x;
        }
        return [extreme];
      };
    },
  };
}

/** A pass that lists the values of a column, one number for each agent. */
export const listed: Pass = {
  fold: 'list',
  begin: (walk) => {
    const read = columnReader(walk);
    return (begin, end) => {
      const values: number[] = [];
      for (let i = begin; i < end; i++) {
        if (isAmong(walk.agents, i) && read(value, i)) values.push(value.x);
      }
      return values;
    };
  },
};

/** Returns the function that reads what a statistic covers: a column, or one component of a column. */
export function columnReader({ agents, measure }: Walk): ReadValue {
  const { component, law, column, declared } = measure;
  const read = declared
    ? declaredReader(agents.world, declared.name)
    : law
      ? lawReader(agents.world, law)
      : readerOf(agents.world, column!);
  if (component === undefined) return read;
  return (value, i) =>
    read(value, i) && write(value, component === 'length' ? lengthOf(value) : value[component]);
}
