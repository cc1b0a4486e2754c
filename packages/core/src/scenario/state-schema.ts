import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { name, quantity } from '../schema/quantities.ts';
import { passed } from './report-schema.ts';

const distance = quantity('m', 0, LIMITS.coordinate);
const other = { species: z.optional(name), target: z.optional(name) };
const compared = { column: name, value: z.number() };

function transition<const Type extends string, Keys extends z.core.$ZodShape>(
  type: Type,
  keys: Keys,
) {
  return z.strictObject({ type: z.literal(type), to: name, ...keys });
}

/** A transition from one state to another. */
export const transitionSchema = z.discriminatedUnion('type', [
  transition('near', { ...other, distance }),
  transition('far', { ...other, distance }),
  transition('after', { time: quantity('s', 0, 1e6) }),
  transition('above', compared),
  transition('below', compared),
  transition('chance', { rate: quantity('1/s', 0, 1e6) }),
  transition('arrived', {
    target: other.target,
    radius: quantity('m', 0, LIMITS.coordinate, 1),
  }),
  transition('unreachable', { target: other.target }),
  transition('entered', passed),
  transition('left', passed),
]);

/** A state of the agents of a species. */
export const stateSchema = z.strictObject({
  name,
  next: z._default(z.array(transitionSchema).check(z.maxLength(LIMITS.transitionsPerState)), []),
});

export type StateInput = z.output<typeof stateSchema>;
export type Transition = z.output<typeof transitionSchema>;
