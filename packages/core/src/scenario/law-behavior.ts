import * as z from 'zod/mini';
import { aimed, band, inStates, path, second, seen, waypoints } from '../behaviors/keys.ts';
import type { AimKind, Law } from '../laws/law.ts';
import { name, quantity } from '../schema/quantities.ts';
import { type LawType, lawTypeOf } from './law-type.ts';

/**
 * A behavior whose law is in the scenario. Each parameter of the law is a numeric key of the behavior. If the law has
 * an aim, the behavior also has the aim keys of "seek", "interpose", "stayOnPath" or "followPath". If the law looks at
 * neighbors, the behavior has the key `species`.
 */
export interface LawBehavior {
  readonly type: LawType;
  readonly species?: readonly string[] | undefined;
  readonly target?: string | undefined;
  readonly quarry?: string | undefined;
  readonly second?: { readonly target?: string | undefined; readonly quarry?: string | undefined };
  readonly choose?: 'nearest' | 'assigned';
  readonly assignable?: boolean | undefined;
  readonly sight?: number;
  readonly from?: number;
  readonly to?: number;
  readonly path?: string | undefined;
  readonly end?: 'arrive' | 'stop';
  /** The species of the agents that the law gives birth to: one species for all births, or one for each birth. */
  readonly offspring?: string | readonly string[] | undefined;
  /** The states in which the behavior acts; undefined for all states. */
  readonly states?: readonly string[] | undefined;
}

/** Returns whether a law looks at neighbors. */
export function seesNeighbors({ nodes }: Law): boolean {
  return nodes.some(([name]) => name === 'neighbors');
}

function offspring({ births = [] }: Law): z.core.$ZodShape {
  if (births.length === 0) return {};
  const each = z.array(name).check(z.minLength(births.length), z.maxLength(births.length));
  const either = births.length === 1 ? name : z.union([name, each]);
  return { offspring: z.optional(either) };
}

const KEYS_OF_AIM: Readonly<Record<AimKind, z.core.$ZodShape>> = {
  none: {},
  one: { ...aimed, ...band },
  two: { ...aimed, second },
  goal: band,
  path: {
    path,
    prediction: quantity('s', 0, 60, 0),
    ...band,
  },
  waypoint: waypoints,
};

/** Returns the schema of the behaviors that use a law. */
export function lawBehaviorSchema(law: Law) {
  const parameters = Object.entries(law.parameters).map(([name, parameter]) => {
    return [name, quantity(parameter.unit, parameter.min, parameter.max, parameter.default)];
  });
  return z.strictObject({
    type: z.literal(lawTypeOf(law)),
    ...(Object.fromEntries(parameters) as Record<string, z.ZodMiniDefault<z.ZodMiniNumber>>),
    ...(seesNeighbors(law) ? { species: seen } : {}),
    ...offspring(law),
    ...KEYS_OF_AIM[law.aim],
    ...inStates,
  });
}

/**
 * Returns a schema for the behaviors that use a law that was refused. It accepts any keys, and leaves out those whose
 * meaning depends on the law.
 */
export function anyBehaviorSchema(law: Pick<Law, 'name'>) {
  return z.object({ type: z.literal(lawTypeOf(law)), species: seen, ...inStates });
}
