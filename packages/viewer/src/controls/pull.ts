import type { Command, CommandInput, Scenario } from '@skein/core';
import { behaviorName, followsPointer, POINTER } from '../changes.ts';

export type Pull = 'pull' | 'scare';

/** A behavior of a species that follows the pointer, and how strongly it does while it is held. */
interface Follower {
  readonly species: string;
  readonly behavior: string | number;
  readonly pull: Pull;
  readonly strength: number;
}

const PULLS: Readonly<Record<string, Pull>> = { seek: 'pull', flee: 'scare' };
/** Of species without a limit of force, m/s^2 for each of their kg. */
const ACCELERATION = 10;

/**
 * The species that go to the pointer, or flee from it, while it is held: those with `seek` or `flee`
 * of the target "pointer". A turn from full speed to full speed takes all the force they have.
 */
export function followersOf({ species, targets }: Scenario): Follower[] {
  if (!targets.some(({ name }) => name === POINTER)) return [];
  return species.flatMap((one) =>
    one.behaviors.flatMap(({ type }, place) => {
      const pull = PULLS[type];
      if (pull === undefined || !followsPointer(one, place)) return [];
      const force = one.maxForce ?? ACCELERATION * one.mass;
      const strength = force / Math.max(1e-3, one.maxSpeed ?? 1);
      return [{ species: one.name, behavior: behaviorName(one, place), pull, strength }];
    }),
  );
}

/** The commands by which all followers pull, are scared, or let go. */
export function pullCommands(
  followers: readonly Follower[],
  pull: Pull | undefined,
): CommandInput[] {
  return followers.map(({ species, behavior, pull: own, strength }) => {
    const value = own === pull ? strength : 0;
    return { type: 'set', species, behavior, parameter: 'weight', value };
  });
}

/** Whether some of them are left pulling at the end of these commands. */
export function isPulling(followers: readonly Follower[], log: readonly Command[]): boolean {
  return followers.some(({ species, behavior }) => {
    const own = log.filter(
      (one) => one.type === 'set' && one.species === species && one.behavior === behavior,
    );
    const last = own.at(-1);
    return last?.type === 'set' && last.value !== 0;
  });
}
