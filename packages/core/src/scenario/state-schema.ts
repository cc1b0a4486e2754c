import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { name, quantity } from '../schema/quantities.ts';

const to = name.check(z.meta({ description: 'Name of the next state.' }));
const distance = quantity(
  'm',
  0,
  LIMITS.coordinate,
  'Distance from center to center at which the transition happens.',
);
const other = {
  species: z.optional(name).register(z.globalRegistry, { description: 'Name of the species.' }),
  target: z.optional(name).register(z.globalRegistry, { description: 'Name of the target.' }),
};
const column = name.check(
  z.meta({
    description: 'A column that a species or a law declares. Its type must not be a vector.',
  }),
);
const bound = z.number().register(z.globalRegistry, {
  description: 'The value with which the column is compared, in the unit of the column.',
});

function transition<const Type extends string, Keys extends z.core.$ZodShape>(
  type: Type,
  keys: Keys,
  description: string,
) {
  return z
    .strictObject({ type: z.literal(type), to, ...keys })
    .register(z.globalRegistry, { description });
}

/** A transition from one state to another. */
export const transitionSchema = z.discriminatedUnion('type', [
  transition(
    'near',
    { ...other, distance },
    'The given target, or another agent of the given species, is within the distance.',
  ),
  transition(
    'far',
    { ...other, distance },
    'The distance to the given target, or to every other agent of the given species, is greater than `distance`.',
  ),
  transition(
    'after',
    { time: quantity('s', 0, 1e6, 'Time that the agent must have been in the state.') },
    'The agent has been in the state for the given time.',
  ),
  transition(
    'above',
    { column, value: bound },
    'The value of a column of the agent is greater than a given value.',
  ),
  transition(
    'below',
    { column, value: bound },
    'The value of a column of the agent is less than a given value.',
  ),
  transition(
    'chance',
    { rate: quantity('1/s', 0, 1e6, 'How often the transition happens on average.') },
    'The transition happens at random, in each step with the probability 1 - e^(-rate dt).',
  ),
  transition(
    'arrived',
    {
      target: other.target,
      radius: quantity(
        'm',
        0,
        LIMITS.coordinate,
        'The agent has arrived when its center is within this distance of the goal, or of the center of the target.',
        1,
      ),
    },
    'The agent has arrived at its goal, or at the named target.',
  ),
  transition(
    'unreachable',
    { target: other.target },
    'No path over the map or mesh leads to the goal of the agent, or to the named target.',
  ),
  transition(
    'entered',
    { region: name.check(z.meta({ description: 'One of `regions`.' })) },
    'The agent has entered a region in this step.',
  ),
  transition(
    'left',
    { region: name.check(z.meta({ description: 'One of `regions`.' })) },
    'The agent has left a region in this step.',
  ),
]);

/** A state of the agents of a species. */
export const stateSchema = z
  .strictObject({
    name,
    next: z
      ._default(z.array(transitionSchema).check(z.maxLength(LIMITS.transitionsPerState)), [])
      .register(z.globalRegistry, {
        description:
          'Transitions to other states, tried in this order after each step. The agent makes only the first one with a true condition.',
      }),
  })
  .register(z.globalRegistry, { description: 'A state and its transitions to other states.' });

export type StateInput = z.output<typeof stateSchema>;
export type Transition = z.output<typeof transitionSchema>;
