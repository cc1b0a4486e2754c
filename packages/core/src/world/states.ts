import { STATE_COLUMN, STATE_TICK_COLUMN } from '../schema/state-columns.ts';
import { type ColumnPlan, columnOffset } from './column-plan.ts';
import { findOnce } from './find-once.ts';
import type { State } from './layout.ts';
import type { SharedWorld } from './world.ts';

/** The columns with the state of each agent, and with the tick at which the agent entered that state. */
export interface StateColumns {
  readonly state: Uint32Array;
  readonly tick: Uint32Array;
}

export interface StateViews {
  readonly front: StateColumns;
  readonly back: StateColumns;
}

/**
 * The columns with the states of agents, in the front state and in the back state of the world. At least one species
 * must have states.
 */
export const stateViews = findOnce(({ plan, front, back }: SharedWorld): StateViews => {
  const of = ({ custom }: Pick<State, 'custom'>): StateColumns => ({
    state: planeOf(plan.columns, STATE_COLUMN, custom, plan.agents),
    tick: planeOf(plan.columns, STATE_TICK_COLUMN, custom, plan.agents),
  });
  return { front: of(front), back: of(back) };
});

function planeOf(
  columns: readonly ColumnPlan[],
  column: string,
  { buffer, byteOffset }: Uint32Array,
  agents: number,
): Uint32Array {
  const { first } = columns.find(({ name }) => name === column)!;
  return new Uint32Array(buffer, byteOffset + columnOffset(first, agents), agents);
}

/**
 * The state of an agent whose species has `count` states. `column` is the agent's value in the column of states. This
 * value is clamped, because a command may write any number.
 */
export function stateOf(column: number, count: number): number {
  return Math.min(column, count - 1);
}
