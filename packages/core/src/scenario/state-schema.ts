import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { name, quantity } from '../schema/quantities.ts';

const to = name.check(z.meta({ description: 'The state that follows.' }));
const distance = quantity('m', 0, LIMITS.coordinate, 'From center to center.');
const other = {
  species: z.optional(name).check(z.meta({ description: 'Agents of this species.' })),
  target: z.optional(name).check(z.meta({ description: 'This target.' })),
};
const column = name.check(
  z.meta({ description: 'A column of one number that a species or a law declares.' }),
);
const bound = z.number().check(z.meta({ description: 'In the unit of the column.' }));

function transition<const Type extends string, Keys extends z.core.$ZodShape>(
  type: Type,
  keys: Keys,
  description: string,
) {
  return z.strictObject({ type: z.literal(type), to, ...keys }).check(z.meta({ description }));
}

/** What leads from a state to another. */
export const transitionSchema = z.discriminatedUnion('type', [
  transition('near', { ...other, distance }, 'One of a species, or a target, is within distance.'),
  transition(
    'far',
    { ...other, distance },
    'None of a species, or the target, is within distance.',
  ),
  transition(
    'after',
    { time: quantity('s', 0, 1e6, 'How long it has been in the state.') },
    'It has been in the state so long.',
  ),
  transition('above', { column, value: bound }, 'A column of the agent is greater than a value.'),
  transition('below', { column, value: bound }, 'A column of the agent is less than a value.'),
  transition(
    'chance',
    { rate: quantity('1/s', 0, 1e6, 'How often that is, on average.') },
    'At random: in a step with the probability 1 - e^(-rate dt).',
  ),
  transition(
    'arrived',
    {
      target: other.target,
      radius: quantity('m', 0, LIMITS.coordinate, 'How near its center has come.', 1),
    },
    'It has come to its own goal, or to the target that is named.',
  ),
  transition(
    'unreachable',
    { target: other.target },
    'No way over the map or mesh leads to its own goal, or to the target that is named.',
  ),
  transition(
    'entered',
    { region: name.check(z.meta({ description: 'One of `regions`.' })) },
    'It has come into a region in this step.',
  ),
  transition(
    'left',
    { region: name.check(z.meta({ description: 'One of `regions`.' })) },
    'It has gone out of a region in this step.',
  ),
]);

/** A state of the agents of a species. */
export const stateSchema = z
  .strictObject({
    name,
    next: z
      ._default(z.array(transitionSchema).check(z.maxLength(LIMITS.transitionsPerState)), [])
      .check(
        z.meta({
          description:
            'What leads from it to others: the first that holds after a step, in this order. At most one in each step.',
        }),
      ),
  })
  .check(z.meta({ description: 'A state, and what leads from it to others.' }));

export type StateInput = z.output<typeof stateSchema>;
export type Transition = z.output<typeof transitionSchema>;
