import type { World } from '@skein/core';
import { f32Number } from '@skein/core/describe';
import { innerOf, refresh } from '@skein/core/internal';
import type { Agents } from './agent-edits.ts';

/**
 * Reads the current state of the agents in the given rows (indices in the columns). Call it only while no tick is being
 * computed.
 */
export function standingAgents(world: World, rows: readonly number[]): Agents {
  const { id, position, velocity } = world.views;
  const inner = innerOf(world);
  refresh(inner);
  const { goal } = inner.front;
  const triples = ({ x, y, z }: typeof position) =>
    rows.flatMap((row) => [f32Number(x[row]), f32Number(y[row]), f32Number(z[row])]);
  return {
    ids: rows.map((row) => id[row]),
    positions: triples(position),
    velocities: triples(velocity),
    ...(goal.x.length > 0 && { goals: triples(goal) }),
  };
}
