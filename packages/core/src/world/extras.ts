import { type Behavior, isGuided, type Scenario } from '../scenario/schema.ts';

/**
 * Columns of agents that only some behaviors need: a world without these behaviors has no bytes for
 * them and no work with them.
 */
export interface Extras {
  /** The direction that context steering took last: 0 none, else 1 + its slot. */
  readonly choice: boolean;
  /** Which point of a path the agent heads for. */
  readonly waypoint: boolean;
  /** Acceleration of the last steps (m/s^2), smoothed. */
  readonly acceleration: boolean;
  /** Where bodies face: unit vectors heading and up. */
  readonly heading: boolean;
  /** The way over the map that it found. */
  readonly route: boolean;
  /** How near it came to its target, and how far it has turned about it since. */
  readonly orbit: boolean;
  /** Who hit the agent in the last step: 0 nobody, else 1 + id. */
  readonly struck: boolean;
}

/** Behaviors that read or write an extra column. */
const NEEDED_BY: { readonly [extra in keyof Extras]: readonly string[] } = {
  choice: ['context'],
  waypoint: ['followPath', 'navigate'],
  acceleration: ['navigation', 'formation'],
  heading: [],
  route: ['navigate'],
  orbit: [],
  struck: [],
};

/** Which extra columns a scenario needs. */
export function extrasOf(scenario: Scenario): Extras {
  const behaviors = scenario.species.flatMap((species) => species.behaviors);
  const needed = (extra: keyof Extras): boolean =>
    behaviors.some(({ type }) => NEEDED_BY[extra].includes(type));
  return {
    choice: needed('choice'),
    waypoint: needed('waypoint'),
    acceleration: needed('acceleration'),
    heading:
      scenario.species.some((species) => species.turnRate !== undefined) ||
      behaviors.some(
        (behavior) =>
          carriesAttitude(behavior) || (behavior.type === 'alignment' && behavior.of === 'heading'),
      ),
    route: needed('route'),
    orbit: behaviors.some((behavior) => isGuided(behavior) && behavior.quarry === undefined),
    struck: behaviors.some((behavior) => isGuided(behavior) && behavior.quarry !== undefined),
  };
}

/** Whether a behavior turns a body whose roll is a state of its own; a level one follows from its flight. */
function carriesAttitude(behavior: Behavior): boolean {
  return behavior.type === 'turn' && behavior.by === 'quaternion' && !behavior.level;
}
