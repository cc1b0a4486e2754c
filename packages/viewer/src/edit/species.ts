import { parseScenario, type Scenario, ScenarioError, type ScenarioInput } from '@skein/core';
import { type BehaviorDescription, describeBehaviors } from '@skein/core/describe';
import { extentOf } from '../scene/extent.ts';

/** The choices of the visitor for a new species. */
export interface SpeciesWish {
  readonly name: string;
  readonly count: number;
  readonly maxSpeed: number;
  /** The color, as `#rrggbb`. */
  readonly color: string;
  /** The name of the body, as in the scenario; undefined for the default body. */
  readonly body: string | undefined;
  /** The types of the behaviors. Each behavior has default parameters. */
  readonly behaviors: readonly string[];
  /** The name of the target or species that the behaviors aim at; undefined if no behavior needs an aim. */
  readonly aim: string | undefined;
}

/** The number of agents that can be added to the new species later. */
const SPARE = 1000;

/**
 * Returns the scenario with one more species, whose agents start in the middle of the scene. The new species is the
 * last, so other agents keep their ids.
 *
 * @throws ScenarioError when the resulting scenario is not valid
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

/** The behaviors that see obstacles. */
const SEEING: readonly string[] = ['avoidance', 'orca', 'context'];

/** Whether agents of a species see obstacles. Others pass through them. */
export function seesObstacles({ species }: Scenario): boolean {
  return species.some(({ behaviors }) => behaviors.some(({ type }) => SEEING.includes(type)));
}

/** Returns the scenario in which all agents that can steer also avoid obstacles, with all their strength. */
export function withAvoidance(scenario: Scenario): Scenario {
  const species = scenario.species.map((species) =>
    species.behaviors.length === 0
      ? species
      : {
          ...species,
          behaviors: [...species.behaviors, { type: 'avoidance', weight: species.maxForce }],
        },
  ) as unknown as ScenarioInput['species'];
  return parseScenario({ ...(scenario as unknown as ScenarioInput), species });
}

/** Behaviors for which each agent needs its own goal. */
const GOES = ['goal'];

/**
 * Returns the setting that aims a behavior at `aim`, which names a target or a species. If no setting can do this,
 * returns an empty object.
 */
function aimOf({ species, laws }: Scenario, type: string, aim: string | undefined) {
  const behavior = describeBehaviors(laws).find((behavior) => behavior.type === type);
  if (aim === undefined || behavior === undefined || !takesAim(behavior)) return {};
  if (!species.some(({ name }) => name === aim)) return { target: aim };
  return takes(behavior, 'quarry') ? { quarry: aim } : {};
}

/** Whether a behavior goes after a target or after agents of another species. */
export function takesAim(behavior: BehaviorDescription): boolean {
  return takes(behavior, 'target');
}

function takes({ settings }: BehaviorDescription, key: string): boolean {
  return settings.some(({ name }) => name === key);
}

/** The behaviors that a new species of this scenario can have with default parameters. */
export function possibleBehaviors(scenario: Scenario): BehaviorDescription[] {
  // Commands and obstacles do not matter here and would only take time.
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
