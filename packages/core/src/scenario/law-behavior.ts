import * as z from 'zod/mini';
import { aimed, band, inStates, path, second, seen, waypoints } from '../behaviors/keys.ts';
import type { AimKind, Law } from '../laws/law.ts';
import { name, quantity } from '../schema/quantities.ts';
import { type LawType, lawTypeOf } from './law-type.ts';

/**
 * A behavior whose law the scenario carries. It has the parameters of its law as numbers. One with an aim
 * has what it goes after, as "seek", "interpose", "stayOnPath" and "followPath" have. One that looks at neighbors has
 * the species that it sees.
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
  /** The species of what its law lets be born, one for all births or one for each. */
  readonly offspring?: string | readonly string[] | undefined;
  /** The states in which it acts; undefined for all. */
  readonly states?: readonly string[] | undefined;
}

/** Whether a law looks at the agents around. */
export function seesNeighbors({ nodes }: Law): boolean {
  return nodes.some(([name]) => name === 'neighbors');
}

function offspring({ births = [] }: Law): z.core.$ZodShape {
  if (births.length === 0) return {};
  const each = z.array(name).check(z.minLength(births.length), z.maxLength(births.length));
  const description =
    'The species of the agents that are born: one for all births of the law, or one for each. Default: the own species.';
  const either = births.length === 1 ? name : z.union([name, each]);
  return { offspring: z.optional(either).check(z.meta({ description })) };
}

const KEYS_OF_AIM: Readonly<Record<AimKind, z.core.$ZodShape>> = {
  none: {},
  one: { ...aimed, ...band },
  two: { ...aimed, second },
  goal: band,
  path: {
    path,
    prediction: quantity(
      's',
      0,
      60,
      'It goes after the place of the path that is nearest to where the agent will be then.',
      0,
    ),
    ...band,
  },
  waypoint: waypoints,
};

/** The schema of the behaviors of a law. */
export function lawBehaviorSchema(law: Law) {
  const parameters = Object.entries(law.parameters).map(([name, one]) => {
    return [name, quantity(one.unit, one.min, one.max, one.description, one.default)];
  });
  return z
    .strictObject({
      type: z.literal(lawTypeOf(law)),
      ...(Object.fromEntries(parameters) as Record<string, z.ZodMiniDefault<z.ZodMiniNumber>>),
      ...(seesNeighbors(law) ? { species: seen } : {}),
      ...offspring(law),
      ...KEYS_OF_AIM[law.aim],
      ...inStates,
    })
    .check(z.meta({ description: law.description }));
}

/** Stands for the schema of a law that is refused itself: whatever its behaviors say is not looked at. */
export function anyBehaviorSchema(law: Pick<Law, 'name'>) {
  return z.looseObject({ type: z.literal(lawTypeOf(law)) });
}
