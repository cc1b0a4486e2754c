import { SkeinError } from '../errors.ts';
import { composeRole } from '../steering/compose.ts';
import { maps } from '../steering/context/context.ts';
import { directionsOf } from '../steering/context/directions.ts';
import { steerOne } from '../steering/index.ts';
import { sumNeighbors } from '../steering/neighbor-sums.ts';
import { checkAtBoundary } from '../world/hold.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { rolesIn, writeRoles } from '../world/roles.ts';
import { asideOf, placeOf, requireLiving } from './aside.ts';
import { writesColumns } from './forces.ts';

/** What context steering sees for one agent; each number by slot. */
export interface WeightMap {
  /** Unit vectors: x, y and z of each slot, one after the other. */
  readonly directions: Float32Array;
  /** How much each is wanted. */
  readonly interest: Float32Array;
  /** How dangerous each is: from 0 to 1, in contact. */
  readonly danger: Float32Array;
  /** The slot that is chosen, or -1 when nothing is wanted. */
  readonly chosen: number;
  /** The velocity that is asked for (m/s); between slots, and 0 when nothing is wanted. */
  readonly velocity: readonly [x: number, y: number, z: number];
}

/**
 * Works out, from the state as it stands, what the next step's context steering will see and choose for
 * an agent; for drawing. It writes nothing of the world.
 *
 * @throws SkeinError AGENT_UNKNOWN unless `id` is that of an agent; AGENT_NOT_ALIVE; NO_CONTEXT when
 * its species has no behavior "context"; WorldError WORLD_BUSY while workers step the world
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
  plan.roles[role].passes.forEach((pass, nth) => {
    sumNeighbors(aside, pass, nth, role, at, at + 1);
  });
  const { force, stagedChoice } = aside.scratch;
  for (const axis of [force.x, force.y, force.z]) axis[at] = 0;
  composeRole(aside, role, at, at + 1, (behavior) => {
    if (!writesColumns(aside, behavior)) steerOne(aside, behavior, at, at + 1);
  });
  const { count, x, y, z } = directionsOf(plan.dimensions);
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
