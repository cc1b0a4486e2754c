import { parseScenario, type Scenario, ScenarioError, type ScenarioInput } from '@skein/core';
import { type BehaviorDescription, describeBehaviors } from '@skein/core/describe';
import { extentOf } from '../scene/extent.ts';

/** A species as a visitor wishes for it. */
export interface SpeciesWish {
  readonly name: string;
  readonly count: number;
  readonly maxSpeed: number;
  /** `#rrggbb`. */
  readonly color: string;
  /** As the scenario has it; undefined for the default. */
  readonly body: string | undefined;
  /** Types, each with its default numbers. */
  readonly behaviors: readonly string[];
  /** What those go after that go after something: the name of a target or of a species. */
  readonly aim: string | undefined;
}

/** Room for more of them. */
const SPARE = 1000;

/**
 * The scenario with one more species, which begins in the middle of the scene; behind the others, so that these keep
 * their ids.
 *
 * @throws ScenarioError for a wish that no scenario takes
 */
export function withSpecies(scenario: Scenario, wish: SpeciesWish): Scenario {
  const { center, box, radius } = extentOf(scenario);
  const { dimensions } = scenario;
  const half = box.max.clone().sub(box.min).multiplyScalar(0.25);
  const corner = (sign: 1 | -1) =>
    center.clone().addScaledVector(half, sign).toArray().slice(0, dimensions);
  const species = {
    name: wish.name,
    count: wish.count,
    capacity: wish.count + SPARE,
    radius: Number((radius / 100).toPrecision(2)),
    maxSpeed: wish.maxSpeed,
    color: wish.color,
    ...(wish.body !== undefined && { body: wish.body }),
    spawn: {
      type: 'box',
      min: corner(-1),
      max: corner(1),
      velocity: { speed: wish.maxSpeed / 2 },
    },
    ...(wish.behaviors.some((type) => GOES.includes(type)) && {
      goals: { type: 'mirror', center: center.toArray().slice(0, dimensions) },
    }),
    behaviors: wish.behaviors.map((type) => ({ type, ...aimOf(scenario, type, wish.aim) })),
  };
  const all = [...scenario.species, species] as unknown as ScenarioInput['species'];
  return parseScenario({ ...(scenario as unknown as ScenarioInput), species: all });
}

/** Behaviors that lead agents to goals of their own. */
const GOES = ['goal'];

/** What a behavior goes after, where it goes after something that is there. */
function aimOf({ species, laws }: Scenario, type: string, aim: string | undefined) {
  const { settings = [] } = describeBehaviors(laws).find((one) => one.type === type) ?? {};
  const takes = (key: string) => settings.some(({ name }) => name === key);
  if (aim === undefined || !takes('target')) return {};
  if (!species.some(({ name }) => name === aim)) return { target: aim };
  return takes('quarry') ? { quarry: aim } : {};
}

/** The behaviors that a new species of a scenario may have, with their default numbers. */
export function possibleBehaviors(scenario: Scenario): BehaviorDescription[] {
  // What only takes time to read is left out.
  const bare = { ...scenario, commands: [], obstacles: [] };
  return describeBehaviors(scenario.laws).filter(({ type }) => {
    try {
      withSpecies(bare, { ...TRIAL, behaviors: [type] });
      return true;
    } catch (error) {
      if (error instanceof ScenarioError) return false;
      throw error;
    }
  });
}

const TRIAL: SpeciesWish = {
  name: 'a-name-that-no-species-has',
  count: 1,
  maxSpeed: 1,
  color: '#ffffff',
  body: undefined,
  behaviors: [],
  aim: undefined,
};
