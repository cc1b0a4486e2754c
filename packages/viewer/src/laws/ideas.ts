import type { Scenario, Species } from '@skein/core';
import { behaviorName, type Change, heldParameter, valueIn } from '../changes.ts';

/** A set of weights for the laws of a scene, to try out. */
export interface Idea {
  readonly name: string;
  readonly tip: string;
  /** Factors for the weights of the scene's laws, by the type of the law; 1 for all others. */
  readonly weights: Readonly<Record<string, number>>;
}

/** Ideas for scenes with flocking laws. */
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
/** A surprise multiplies or divides each weight by up to this factor. */
const SURPRISE = 4;

/** Whether the scene has laws that an idea can change. */
export function hasIdeas({ species }: Scenario): boolean {
  return species.some(({ behaviors }) => behaviors.some(({ type }) => FLOCKING.includes(type)));
}

/** The weights of an idea, as changes relative to the scene. */
export function changesOfIdea({ species }: Scenario, { weights }: Idea): Change[] {
  return species.flatMap((one) => {
    const flocks = one.behaviors.some(({ type }) => FLOCKING.includes(type));
    if (!flocks) return [];
    return weightsOf(one, (type, weight) => rounded(weight * (weights[type] ?? 1)));
  });
}

/**
 * Random weights for all laws, each between a quarter and four times the scene's weight. `random` returns numbers from
 * 0 to 1.
 */
export function surprise({ species }: Scenario, random: () => number): Change[] {
  return species.flatMap((one) =>
    weightsOf(one, (_, weight) => rounded(weight * SURPRISE ** (2 * random() - 1))),
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

/** Rounds to three digits, which read well. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
