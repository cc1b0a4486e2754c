import type { Command, CommandInput, Scenario } from '@skein/core';
import { behaviorName, heldParameter, POINTER } from '../changes.ts';

export type Pull = 'pull' | 'scare';

/**
 * A behavior that is aimed at the pointer, and the parameter that makes the behavior act while the visitor holds the
 * pointer down.
 */
interface Follower {
  readonly species: string;
  readonly behavior: string | number;
  readonly pull: Pull;
  readonly parameter: string;
  readonly value: number;
}

/** The acceleration that is assumed for a species without a maximum force, in m/s^2. */
const ACCELERATION = 10;

/**
 * Finds the behaviors that act while the visitor holds the pointer down: those of type `seek`, `flee` or `dodge` with
 * the target "pointer". For `seek` and `flee`, the result has a value for the parameter `weight`. With this weight, an
 * agent that must reverse its full speed uses its maximum force. For `dodge`, the result has the value 1 for the
 * parameter `commanded`.
 */
export function followersOf({ species, targets }: Scenario): Follower[] {
  if (!targets.some(({ name }) => name === POINTER)) return [];
  return species.flatMap((species) =>
    species.behaviors.flatMap(({ type }, place) => {
      const parameter = heldParameter(species, place);
      if (parameter === undefined) return [];
      const force = species.maxForce ?? ACCELERATION * species.mass;
      const weight = force / Math.max(1e-3, species.maxSpeed ?? 1);
      return [
        {
          species: species.name,
          behavior: behaviorName(species, place),
          pull: type === 'flee' ? ('scare' as const) : ('pull' as const),
          parameter,
          value: parameter === 'weight' ? weight : 1,
        },
      ];
    }),
  );
}

/** Names the agents that the visitor can pull, such as "every boid"; undefined if there are none. */
export function pulledInWords(
  followers: readonly Follower[],
  { species }: Scenario,
): string | undefined {
  const names = species
    .map(({ name }) => name)
    .filter((name) =>
      followers.some((follower) => follower.species === name && follower.pull === 'pull'),
    );
  if (names.length === 0) return undefined;
  return names.length === species.length ? 'all of them' : `every ${names.join(' and every ')}`;
}

/**
 * The commands that make agents follow or flee the pointer. If `pull` is undefined, the agents stop following and
 * fleeing.
 */
export function pullCommands(
  followers: readonly Follower[],
  pull: Pull | undefined,
): CommandInput[] {
  return followers.map(({ species, behavior, pull: own, parameter, value }) => {
    return { type: 'set', species, behavior, parameter, value: own === pull ? value : 0 };
  });
}

/** Whether any agents still follow or flee the pointer after all commands in `log`. */
export function isPulling(followers: readonly Follower[], log: readonly Command[]): boolean {
  return followers.some(({ species, behavior, parameter }) => {
    const own = log.filter(
      (command) =>
        command.type === 'set' &&
        command.species === species &&
        command.behavior === behavior &&
        command.parameter === parameter,
    );
    const last = own.at(-1);
    return last?.type === 'set' && last.value !== 0;
  });
}
