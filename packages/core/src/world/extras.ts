import { isGuided, type Scenario } from '../scenario/schema.ts';
import type { Scratch, State } from './layout.ts';
import type { SharedWorld } from './world.ts';

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
  /** Where the body faces: unit vectors heading and up. */
  readonly heading: boolean;
  /** The way over the map that it found. */
  readonly route: boolean;
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
    heading: scenario.species.some((species) => species.turnRate !== undefined),
    route: needed('route'),
    struck: behaviors.some((behavior) => isGuided(behavior) && behavior.quarry !== undefined),
  };
}

type Column = Float32Array | Uint32Array;

/** A plane of an extra column: of the state, staged, and what a newborn has in it. */
export interface ExtraPlane {
  readonly front: Column;
  readonly back: Column;
  readonly staged: Column;
}

const VECTORS = ['acceleration', 'heading', 'up'] as const;
const NUMBERS = ['choice', 'waypoint'] as const;

const planesOfFront = new WeakMap<State, readonly ExtraPlane[]>();

/** The planes that go with the agents when they are sorted; none in most worlds. */
export function extraPlanes(world: SharedWorld): readonly ExtraPlane[] {
  let planes = planesOfFront.get(world.front);
  if (planes === undefined) {
    planes = findPlanes(world);
    planesOfFront.set(world.front, planes);
  }
  return planes;
}

function findPlanes({ front, back, scratch, plan }: SharedWorld): ExtraPlane[] {
  const planes: ExtraPlane[] = [];
  for (const name of VECTORS) {
    if (!plan.extras[name === 'up' ? 'heading' : name]) continue;
    const staged = scratch[stagedName(name)];
    for (const axis of ['x', 'y', 'z'] as const) {
      planes.push({ front: front[name][axis], back: back[name][axis], staged: staged[axis] });
    }
  }
  for (const name of NUMBERS) {
    if (!plan.extras[name]) continue;
    planes.push({ front: front[name], back: back[name], staged: scratch[stagedName(name)] });
  }
  return planes;
}

type Staged<Name extends string> = `staged${Capitalize<Name>}` & keyof Scratch;

function stagedName<Name extends string>(name: Name): Staged<Name> {
  return `staged${name[0]!.toUpperCase()}${name.slice(1)}` as Staged<Name>;
}
