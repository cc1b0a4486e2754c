import type { Command, CommandInput, Scenario } from '@skein/core';
import { behaviorName, heldParameter, POINTER } from '../changes.ts';

export type Pull = 'pull' | 'scare';

/** A behavior of a species that follows the pointer, and what is set of it while it is held. */
interface Follower {
  readonly species: string;
  readonly behavior: string | number;
  readonly pull: Pull;
  readonly parameter: string;
  readonly value: number;
}

/** Of species without a limit of force, m/s^2 for each of their kg. */
const ACCELERATION = 10;

/**
 * The species that go to the pointer, or flee from it, while it is held: those with `seek`, `flee` or
 * `dodge` of the target "pointer". What seeks and flees gets a weight by which a turn from full speed to
 * full speed takes all the force it has; what dodges is commanded.
 */
export function followersOf({ species, targets }: Scenario): Follower[] {
  if (!targets.some(({ name }) => name === POINTER)) return [];
  return species.flatMap((one) =>
    one.behaviors.flatMap(({ type }, place) => {
      const parameter = heldParameter(one, place);
      if (parameter === undefined) return [];
      const force = one.maxForce ?? ACCELERATION * one.mass;
      const weight = force / Math.max(1e-3, one.maxSpeed ?? 1);
      return [
        {
          species: one.name,
          behavior: behaviorName(one, place),
          pull: type === 'flee' ? ('scare' as const) : ('pull' as const),
          parameter,
          value: parameter === 'weight' ? weight : 1,
        },
      ];
    }),
  );
}

/** The agents that are pulled, in words; undefined for none. */
export function pulledInWords(
  followers: readonly Follower[],
  { species }: Scenario,
): string | undefined {
  const names = species
    .map(({ name }) => name)
    .filter((name) => followers.some((one) => one.species === name && one.pull === 'pull'));
  if (names.length === 0) return undefined;
  return names.length === species.length ? 'all of them' : `every ${names.join(' and every ')}`;
}

/** The commands by which all followers pull, are scared, or let go. */
export function pullCommands(
  followers: readonly Follower[],
  pull: Pull | undefined,
): CommandInput[] {
  return followers.map(({ species, behavior, pull: own, parameter, value }) => {
    return { type: 'set', species, behavior, parameter, value: own === pull ? value : 0 };
  });
}

/** Whether some of them are left pulling at the end of these commands. */
export function isPulling(followers: readonly Follower[], log: readonly Command[]): boolean {
  return followers.some(({ species, behavior, parameter }) => {
    const own = log.filter(
      (one) =>
        one.type === 'set' &&
        one.species === species &&
        one.behavior === behavior &&
        one.parameter === parameter,
    );
    const last = own.at(-1);
    return last?.type === 'set' && last.value !== 0;
  });
}
