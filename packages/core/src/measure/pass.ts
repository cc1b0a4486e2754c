import {
  declaredReader,
  lengthOf,
  type ReadValue,
  readerOf,
  type Value,
  write,
} from './agent-columns.ts';
import { type Agents, isAmong } from './agents.ts';
import { lawReader } from './law-column.ts';
import type { Measure } from './measure.ts';
import type { PointGrid } from './point-grid.ts';

/**
 * One walk over the agents of a measure. What it works out of each block of agents is put together in the
 * order of the blocks, so that the result does not depend on which thread did which.
 */
export interface Pass {
  /** How the numbers of blocks become those of the whole: one by one, or one list behind the other. */
  readonly fold: 'sum' | 'min' | 'max' | 'list';
  /** Whether one thread does all of it. */
  readonly alone?: boolean;
  /** Readies a walk; returns what does a block of places. `before` has what the passes before came to. */
  readonly begin: (walk: Walk) => (begin: number, end: number) => number[];
}

export interface Walk {
  readonly agents: Agents;
  readonly measure: Measure;
  readonly before: readonly Total[];
  /** Of the agents of this walk, made when it is first asked for, once for all measures of a thread. */
  readonly grid: () => PointGrid;
}

/** What a pass came to. */
export type Total = Float64Array;

const value: Value = { x: 0, y: 0, z: 0 };

/** Sums x, y and z of what each agent has, and counts those that have something. */
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

/** The least or the greatest number of any agent. */
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

/** The numbers of all agents. */
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

/** Reads the column that a statistic is made of, or the component of it. */
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
