/** The kinds of events, as they are stored in control.eventKind. */
export const EVENT = {
  hit: 1,
  expired: 2,
  quarantined: 3,
  fired: 4,
  strike: 5,
  struck: 6,
  orbit: 7,
  removed: 8,
  spawned: 9,
  full: 10,
  grounded: 11,
  arrived: 16,
  entered: 17,
  left: 18,
  unreachable: 19,
  near: 20,
  born: 21,
  died: 22,
  waiting: 23,
} as const;

/**
 * The number of low bits of control.eventKind that hold an EVENT. The higher bits hold the index of the report in the
 * species' list of reports.
 */
export const EVENT_BITS = 8;
export const EVENT_MASK = (1 << EVENT_BITS) - 1;

export type Point = readonly [x: number, y: number, z: number];

/**
 * What can cause an agent's death:
 *
 * - "hit": the agent hit its target or quarry.
 * - "struck": another agent hit the agent.
 * - "ground": the agent flew into the ground.
 * - "law": a law of the agent's species ended the agent.
 * - "lifetime": the agent reached its lifetime.
 * - "removed": a command ended the agent.
 * - "recycled": a newborn agent took its place.
 */
export const CAUSES = [
  'hit',
  'struck',
  'law',
  'lifetime',
  'removed',
  'recycled',
  'ground',
] as const;

/**
 * The number of low bits of control.eventOther that hold a cause of death. The bits above hold 1 + the row of the
 * behavior whose law ended the agent, or 0 for other causes.
 */
export const CAUSE_BITS = 4;

export type CauseOfDeath = (typeof CAUSES)[number];

/** Something that happened in the step that ends at `tick`. Positions are in m. */
export type WorldEvent =
  | {
      /**
       * The world went back to an earlier tick: the events of later ticks that a program has already taken did not happen.
       * The events of the ticks that are stepped again follow.
       */
      readonly type: 'retracted';
      /** The tick to which the world went back. */
      readonly tick: number;
    }
  | {
      readonly type: 'hit';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      readonly target: string;
      /** The position at which the agent touched the target. */
      readonly position: Point;
    }
  | {
      /**
       * The agent flew a full circle around its target without getting closer. Raised once per flight; the flight
       * continues.
       */
      readonly type: 'orbit';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      readonly target: string;
      /** The position of the agent when it completed the circle. */
      readonly position: Point;
    }
  | {
      /** The agent hit another agent, and this other agent ends in the next step. */
      readonly type: 'strike';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      /** The id of the agent that was hit. */
      readonly quarry: number;
      readonly position: Point;
    }
  | {
      /** The agent ended because another agent hit it in the step before. */
      readonly type: 'struck';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      /** The id of the other agent. */
      readonly by: number;
      readonly position: Point;
    }
  | {
      /** The agent flew into the ground, which ends agents of its species. */
      readonly type: 'grounded';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      /** The point of the ground that the center of the agent met. */
      readonly position: Point;
    }
  | {
      /** The agent reached the end of its lifetime. */
      readonly type: 'expired';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      readonly position: Point;
    }
  | {
      /**
       * The next position or velocity of the agent was not finite. The agent stays where it was, and all other agents
       * continue.
       */
      readonly type: 'quarantined';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      /** The type of the first behavior whose law gave a force that is not finite; absent if all forces were finite. */
      readonly behavior?: string;
      readonly position: Point;
    }
  | {
      /**
       * The agent arrived at its own goal, at the named target, or at the end of the named path. See `reports` of its
       * species.
       */
      readonly type: 'arrived';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      /** The target at which the agent arrived. */
      readonly target?: string;
      /** The path whose end the agent reached. */
      readonly path?: string;
      readonly position: Point;
    }
  | {
      /** The agent entered a region, a link of the ground or a state. */
      readonly type: 'entered';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      readonly region?: string;
      readonly link?: string;
      /** The state that the agent entered. */
      readonly state?: string;
      readonly position: Point;
    }
  | {
      /** The agent left a region, or a link of the ground. */
      readonly type: 'left';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      readonly region?: string;
      readonly link?: string;
      readonly position: Point;
    }
  | {
      /** No path over the map or mesh leads from the agent to its own goal, or to the target. */
      readonly type: 'unreachable';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      readonly target?: string;
      /** The position of the agent. */
      readonly position: Point;
    }
  | {
      /** The agent needs a path, and waits for its turn to search. */
      readonly type: 'waiting';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      /** The position of the agent. */
      readonly position: Point;
    }
  | {
      /** An agent of another species, or a target, came within `distance` of the agent. */
      readonly type: 'near';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      /** The id of the nearest agent of the other species. If several are equally near, the lowest of their ids. */
      readonly neighbor?: number;
      /** The name of the other species. */
      readonly neighborSpecies?: string;
      readonly target?: string;
      /** The distance that the report names (m). */
      readonly distance: number;
      readonly position: Point;
    }
  | {
      /** The agent was born; its `birth` is this tick. */
      readonly type: 'born';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      /** The id of the agent whose law caused the birth; absent when a command caused it. */
      readonly parent?: number;
      /** The position at which the agent was born. */
      readonly position: Point;
    }
  | {
      /** The agent died. */
      readonly type: 'died';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      readonly of: CauseOfDeath;
      /** The type of the behavior whose law ended the agent. */
      readonly behavior?: string;
      /** The agent's last position. */
      readonly position: Point;
    }
  | {
      /** Laws requested more births than the species has capacity for. */
      readonly type: 'full';
      readonly tick: number;
      readonly species: string;
      /** The number of living agents that were ended to make room for newborn agents. */
      readonly recycled: number;
      /** The number of requested births that were refused. */
      readonly refused: number;
    }
  | {
      /** A command removed agents. */
      readonly type: 'removed';
      readonly tick: number;
      /**
       * How many agents the command removed. Agents that had died before, or died in this step for another reason, are
       * not counted.
       */
      readonly count: number;
    }
  | {
      /** A command created agents. Their `birth` is this tick. */
      readonly type: 'spawned';
      readonly tick: number;
      readonly species: string;
      /** How many agents were born. */
      readonly count: number;
      /** How many of the new agents replaced a living agent, which died. */
      readonly recycled: number;
      /** How many agents were not born because the species was full. */
      readonly refused: number;
    }
  | {
      readonly type: 'fired';
      readonly tick: number;
      readonly launcher: string;
      readonly species: string;
      readonly count: number;
      /** The number of launched agents that took the place of an agent in flight. */
      readonly recycled: number;
      /** How many agents were not fired because earlier commands of the tick had already used the whole pool. */
      readonly refused: number;
    };
