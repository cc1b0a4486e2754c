import type { Scenario, Species } from '@skein/core';
import { behaviorName, type Change, heldParameter, valueIn } from '../changes.ts';

/** A set of weights for the laws of a scene, which the visitor can try. */
export interface Idea {
  readonly name: string;
  readonly tip: string;
  /**
   * For each type of law, the factor by which the weight of the law in the scene is multiplied. Laws that are not
   * listed keep their weight.
   */
  readonly weights: Readonly<Record<string, number>>;
}

/** The ideas that are offered for scenes with flocking laws. */
export const IDEAS: readonly Idea[] = [
  {
    name: 'Streams',
    tip: 'Agents fly in bands that share one direction',
    weights: { alignment: 3, cohesion: 0.6, separation: 0.7, wander: 0.2 },
  },
  {
    name: 'Ball',
    tip: 'Agents stay together, and hardly match the direction of others',
    weights: { alignment: 0.1, cohesion: 3, separation: 1 },
  },
  {
    name: 'Gas',
    tip: 'Agents keep apart, each with its own direction',
    weights: { alignment: 0, cohesion: 0, separation: 2 },
  },
];

const FLOCKING = ['alignment', 'cohesion', 'separation'];
/** The maximum factor by which a surprise multiplies or divides each weight. */
const SURPRISE = 4;

/** Whether the scene has flocking laws, to which ideas can be applied. */
export function hasIdeas({ species }: Scenario): boolean {
  return species.some(({ behaviors }) => behaviors.some(({ type }) => FLOCKING.includes(type)));
}

/**
 * Returns the changes of parameters for an idea. In species with flocking laws, each weight is multiplied by the factor
 * that the idea gives for its law.
 */
export function changesOfIdea({ species }: Scenario, { weights }: Idea): Change[] {
  return species.flatMap((one) => {
    const flocks = one.behaviors.some(({ type }) => FLOCKING.includes(type));
    if (!flocks) return [];
    return weightsOf(one, (type, weight) => rounded(weight * (weights[type] ?? 1)));
  });
}

/**
 * Chooses a random weight for each law, from a quarter of its weight in the scene to four times that weight. `random`
 * returns numbers from 0 to 1.
 */
export function surprise({ species }: Scenario, random: () => number): Change[] {
  return species.flatMap((species) =>
    weightsOf(species, (_, weight) => rounded(weight * SURPRISE ** (2 * random() - 1))),
  );
}

function weightsOf(species: Species, give: (type: string, weight: number) => number): Change[] {
  return species.behaviors.flatMap(({ type }, place) => {
    const where = {
      species: species.name,
      behavior: behaviorName(species, place),
      parameter: 'weight',
    };
    const weight = valueIn(species, { ...where, value: 0 });
    // Weights of 0, and weights that apply only while the pointer is held, are left unchanged.
    if (weight === undefined || weight === 0 || heldParameter(species, place)) return [];
    return [{ ...where, value: give(type, weight) }];
  });
}

/** Rounds to three digits, which are easy to read. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
