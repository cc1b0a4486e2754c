import * as z from 'zod';
import { aimed, band, second, seen } from '../behaviors/keys.ts';
import type { Law } from '../laws/law.ts';
import { quantity } from '../schema/quantities.ts';
import { type LawType, lawTypeOf } from './law-type.ts';

/**
 * A behavior whose law the scenario carries. It has the parameters of its law as numbers; one with an aim
 * has what it goes after, as "seek" has, one with two what "interpose" has, and one that looks at neighbors the species that it sees.
 */
export interface LawBehavior {
  readonly type: LawType;
  readonly species?: readonly string[] | undefined;
  readonly target?: string | undefined;
  readonly quarry?: string | undefined;
  readonly second?: { readonly target?: string | undefined; readonly quarry?: string | undefined };
  readonly choose?: 'nearest' | 'assigned';
  readonly sight?: number;
  readonly from?: number;
  readonly to?: number;
}

/** Whether a law looks at the agents around. */
export function seesNeighbors({ nodes }: Law): boolean {
  return nodes.some(([name]) => name === 'neighbors');
}

/** The schema of the behaviors of a law. */
export function lawBehaviorSchema(law: Law) {
  const parameters = Object.entries(law.parameters).map(([name, one]) => {
    return [name, quantity(one.unit, one.min, one.max, one.description).default(one.default)];
  });
  return z
    .strictObject({
      type: z.literal(lawTypeOf(law)),
      ...(Object.fromEntries(parameters) as Record<string, z.ZodDefault<z.ZodNumber>>),
      ...(seesNeighbors(law) ? { species: seen } : {}),
      ...(law.aim === 'one' ? { ...aimed, ...band } : {}),
      ...(law.aim === 'two' ? { ...aimed, second } : {}),
    })
    .meta({ description: law.description });
}

/** Stands for the schema of a law that is refused itself: whatever its behaviors say is not looked at. */
export function anyBehaviorSchema(law: Pick<Law, 'name'>) {
  return z.looseObject({ type: z.literal(lawTypeOf(law)) });
}
