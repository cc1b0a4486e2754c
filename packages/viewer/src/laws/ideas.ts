import type { Scenario, Species } from '@skein/core';
import { behaviorName, type Change, heldParameter, valueIn } from '../changes.ts';

/** Other numbers for the laws of a scene, to see what becomes of it. */
export interface Idea {
  readonly name: string;
  readonly tip: string;
  /** What the weight of a law in the scene is multiplied by, by its type; 1 for others. */
  readonly weights: Readonly<Record<string, number>>;
}

/** Of laws that flocks have. */
export const IDEAS: readonly Idea[] = [
  {
    name: 'Streams',
    tip: 'All fly alike: bands of agents that go one way',
    weights: { alignment: 3, cohesion: 0.6, separation: 0.7, wander: 0.2 },
  },
  {
    name: 'Ball',
    tip: 'All keep together, and hardly mind where the others fly',
    weights: { alignment: 0.1, cohesion: 3, separation: 1 },
  },
  {
    name: 'Gas',
    tip: 'All keep apart, and go where they like',
    weights: { alignment: 0, cohesion: 0, separation: 2 },
  },
];

const FLOCKING = ['alignment', 'cohesion', 'separation'];
/** A surprise multiplies or divides by up to so much. */
const SURPRISE = 4;

/** Whether there are laws that an idea is about. */
export function hasIdeas({ species }: Scenario): boolean {
  return species.some(({ behaviors }) => behaviors.some(({ type }) => FLOCKING.includes(type)));
}

/** The weights of an idea, as changes of what the scene has. */
export function changesOfIdea({ species }: Scenario, { weights }: Idea): Change[] {
  return species.flatMap((one) => {
    const flocks = one.behaviors.some(({ type }) => FLOCKING.includes(type));
    if (!flocks) return [];
    return weightsOf(one, (type, weight) => rounded(weight * (weights[type] ?? 1)));
  });
}

/** Weights of all laws, each up to four times as much or as little as the scene has. `random`: from 0 to 1. */
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
    // What weighs nothing, or only while the pointer is held, is left alone.
    if (weight === undefined || weight === 0 || heldParameter(species, place)) return [];
    return [{ ...where, value: give(type, weight) }];
  });
}

/** Three digits, as a person would write it. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
