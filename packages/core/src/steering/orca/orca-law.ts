import { slotOf, speciesSlotOf } from '../../scenario/slots.ts';
import { RECORD, type State } from '../../world/layout.ts';
import type { BehaviorPlan, Plan } from '../../world/plan.ts';
import type { SharedWorld } from '../../world/world.ts';

const MASS = speciesSlotOf('mass');
const DAMPING = speciesSlotOf('damping');
export const BODY_RADIUS = speciesSlotOf('radius');
const MAX_SPEED = speciesSlotOf('maxSpeed');
const MAX_FORCE = speciesSlotOf('maxForce');
const FORCE_FACTOR = speciesSlotOf('forceFactor');
export const PRIORITY = speciesSlotOf('priority');
const RADIUS = slotOf('orca', 'radius');
const NEIGHBORS = slotOf('orca', 'maxNeighbors');
const MARGIN = slotOf('orca', 'margin');
const HORIZON = slotOf('orca', 'timeHorizon');
const OBSTACLE_HORIZON = slotOf('orca', 'timeHorizonObstacles');
const HEADWAY = slotOf('orca', 'headway');
const KEEP_RIGHT = slotOf('orca', 'keepRight');

/** The least gap that a slow agent keeps from neighbors ahead, as a multiple of the radius of its own body. */
export const LEAST_GAP = 0.4;

/** The values that `steerOrca` reads from a behavior and from its species. */
export interface Law {
  readonly mass: number;
  readonly damping: number;
  readonly body: number;
  readonly maxSpeed: number;
  readonly maxForce: number;
  readonly factor: number;
  readonly radius: number;
  readonly neighbors: number;
  readonly margin: number;
  readonly horizon: number;
  readonly obstacleHorizon: number;
  readonly headway: number;
  readonly keepRight: number;
  /**
   * Whether slow agents keep room only from neighbors ahead. A wide margin leaves room enough without that, and parts
   * crowds that meet in the open sooner.
   */
  readonly yields: boolean;
  /** The number of whole seconds before the present tick. */
  readonly second: number;
  /** A bit for each species s. Bit s is set if the agents of s also avoid the agents that this law steers. */
  readonly reciprocal: number;
  readonly priority: number;
  /** The distance (m) below which a neighbor could touch the agent within one tick. */
  readonly touch: number;
}

export function lawOf({ front, frontTick, plan }: SharedWorld, behavior: BehaviorPlan): Law {
  const species = (slot: number): number =>
    front.speciesParameters[behavior.species * RECORD + slot];
  const reciprocal = reciprocalTo(plan, behavior.species);
  const own = (slot: number): number => front.behaviorParameters[behavior.index * RECORD + slot];
  return {
    mass: species(MASS),
    damping: species(DAMPING),
    body: species(BODY_RADIUS),
    maxSpeed: species(MAX_SPEED),
    maxForce: species(MAX_FORCE),
    factor: species(FORCE_FACTOR),
    radius: own(RADIUS),
    // The command `set` may give a number that is not whole.
    neighbors: Math.floor(own(NEIGHBORS)),
    margin: own(MARGIN),
    horizon: own(HORIZON),
    obstacleHorizon: own(OBSTACLE_HORIZON),
    headway: own(HEADWAY),
    keepRight: own(KEEP_RIGHT),
    yields:
      own(HEADWAY) > 0 || own(KEEP_RIGHT) > 0 || own(MARGIN) < LEAST_GAP * species(BODY_RADIUS),
    second: Math.floor(frontTick * plan.dt),
    reciprocal,
    priority: species(PRIORITY),
    touch: species(BODY_RADIUS) + widestOf(front, reciprocal) + 2 * species(MAX_SPEED) * plan.dt,
  };
}

/**
 * The part of an agent in avoiding a neighbor: `share` of a change that is needed, and `slack` of the room that is left.
 * The parts of two agents that avoid each other add up to 1. Who has the higher priority makes less of the change, and
 * takes more of the room. An agent that is not avoided makes the whole change and has all of the room.
 */
export interface Part {
  share: number;
  slack: number;
}

export function partInto(part: Part, law: Law, { front }: SharedWorld, kind: number): void {
  const isAvoided = ((law.reciprocal >>> kind) & 1) === 1;
  const ahead = law.priority - front.speciesParameters[kind * RECORD + PRIORITY];
  part.slack = isAvoided ? Math.min(1, Math.max(0, 0.5 * (1 + ahead))) : 1;
  part.share = isAvoided ? 1 - part.slack : 1;
}

/** Returns which species use ORCA to avoid the species at `index`. Bit s stands for species s. */
function reciprocalTo(plan: Plan, index: number): number {
  let mask = 0;
  plan.species.forEach(({ behaviors }, other) => {
    if (behaviors.some(({ type, mask: sees }) => type === 'orca' && (sees >>> index) & 1)) {
      mask |= 1 << other;
    }
  });
  return mask;
}

/** Returns the largest body radius (m) among some species, which are given as bits. */
function widestOf({ speciesParameters }: State, mask: number): number {
  let widest = 0;
  for (let index = 0; mask >>> index !== 0; index++) {
    const radius = speciesParameters[index * RECORD + BODY_RADIUS];
    if ((mask >>> index) & 1) widest = Math.max(widest, radius);
  }
  return widest;
}
