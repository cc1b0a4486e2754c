import type { World } from '@skein/core';
import { type AgentColumns, agentColumns } from './agents.ts';
import { type OpenOptions, openTable } from './open-table.ts';
import { pedpyColumns, pedpyFormat } from './pedpy.ts';
import type { TableWriter } from './table.ts';
import type { TrajectoryFormat } from './table-format.ts';
import { TextTable } from './text-table.ts';
import { Writer } from './writer.ts';

/** How the trajectories of a world are written. */
export interface TrajectoryOptions {
  /** A format of tables, or `txt`, the text format of PedPy. */
  readonly format: TrajectoryFormat;
  /** The interval between samples, in ticks. */
  readonly every: number;
  /** Which agents to write, such as `boid,0..99`; see `readSelection`. Default: all. */
  readonly only?: string | undefined;
}

/** The trajectories of a world: what `agentColumns` returns, and a function that opens their file. */
export interface Trajectories extends AgentColumns {
  /**
   * Opens the file for writing, as `openTable` does.
   *
   * @throws FileError
   */
  open(path: string, options?: Omit<OpenOptions, 'format'>): Promise<TableWriter>;
}

/**
 * Returns the columns and rows of the trajectories of a world. The rows of a sample are those of the current state.
 *
 * @throws TableError TABLE_INVALID if `only` cannot be read
 */
export function trajectoriesOf(
  world: World,
  { format, every, only }: TrajectoryOptions,
): Trajectories {
  const agents = agentColumns(world, { only });
  if (format !== 'txt') {
    return {
      ...agents,
      open: (path, options) => openTable(path, agents.schema, { ...options, format }),
    };
  }
  const columns = pedpyColumns(world, agents, every);
  const text = pedpyFormat(world.scenario.dt, every);
  return {
    ...columns,
    open: async (path, { whole = false } = {}) =>
      new Writer(columns.schema, await TextTable.open(path, text, whole)),
  };
}
