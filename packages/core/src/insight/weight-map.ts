import { SkeinError } from '../errors.ts';
import { composeRole } from '../steering/compose.ts';
import { directionsOf } from '../steering/context/directions.ts';
import { maps } from '../steering/context/steer-context.ts';
import { steerOne } from '../steering/index.ts';
import { checkAtBoundary } from '../world/hold.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { rolesIn, writeRoles } from '../world/roles.ts';
import { asideOf, placeOf, requireLiving } from './aside.ts';
import { writesColumns } from './forces.ts';

/**
 * What the behavior "context" sees for one agent, by slot. A slot is one of the directions that the behavior compares.
 */
export interface WeightMap {
  /** The directions of the slots as unit vectors: x, y and z of the first slot, then of the second, and so on. */
  readonly directions: Float32Array;
  /** The interest of the behaviors in each direction. */
  readonly interest: Float32Array;
  /** The danger in each direction, from 0 (none) to 1 (contact). */
  readonly danger: Float32Array;
  /** The chosen slot, or -1 when no direction is wanted. */
  readonly chosen: number;
  /** The desired velocity (m/s), interpolated between slots; 0 when no direction is wanted. */
  readonly velocity: readonly [x: number, y: number, z: number];
}

/**
 * Computes what context steering will see and choose for an agent in the next step. The result is meant for drawing.
 * Uses the current state of the world, and does not change the world.
 *
 * @throws SkeinError AGENT_UNKNOWN when no agent can have the id, AGENT_NOT_ALIVE when the agent is dead or
 * quarantined, NO_CONTEXT when its species has no behavior "context"
 * @throws WorldError WORLD_BUSY while workers step the world
 */
export function weightMap(world: World, id: number): WeightMap {
  const inner = innerOf(world);
  checkAtBoundary(inner, 'weightMap');
  const at = placeOf(inner, id);
  const { front, plan } = inner;
  const index = front.species[at];
  const species = plan.species[index];
  const context = species.behaviors.find(({ type }) => type === 'context');
  if (context === undefined) {
    const message = `Agent ${id} is of species "${species.name}", which has no behavior "context".`;
    throw new SkeinError('NO_CONTEXT', message);
  }
  requireLiving(inner, at);
  const aside = asideOf(inner);
  writeRoles(aside, at, at + 1);
  const role = rolesIn(aside)[at];
  const { force, stagedChoice } = aside.scratch;
  for (const axis of [force.x, force.y, force.z]) axis[at] = 0;
  composeRole(aside, role, at, at + 1, (behavior) => {
    if (!writesColumns(aside, behavior)) steerOne(aside, behavior, at, at + 1);
  });
  const { count, x, y, z } = directionsOf(species.dimensions);
  return {
    directions: Float32Array.from(
      { length: 3 * count },
      (_, k) => [x, y, z][k % 3][(k - (k % 3)) / 3],
    ),
    interest: maps.interest.slice(0, count),
    danger: maps.danger.slice(0, count),
    chosen: stagedChoice[at] - 1,
    velocity: [maps.wanted[0], maps.wanted[1], maps.wanted[2]],
  };
}
