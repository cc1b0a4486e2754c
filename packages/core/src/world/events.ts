/** The values of control.eventKind. */
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
  arrived: 16,
  entered: 17,
  left: 18,
  unreachable: 19,
  near: 20,
  born: 21,
  died: 22,
} as const;

/**
 * The number of low bits of control.eventKind that hold an EVENT. The bits above hold the index of the report in the
 * list of the species.
 */
export const EVENT_BITS = 8;
export const EVENT_MASK = (1 << EVENT_BITS) - 1;

export type Point = readonly [x: number, y: number, z: number];

/**
 * The causes of an agent's death:
 *
 * - "hit": it hit its target or quarry; "struck": another agent hit it;
 * - "law": a law of its species ended it; "lifetime": it reached its lifetime;
 * - "removed": a command ended it; "recycled": a birth took its place.
 */
export const CAUSES = ['hit', 'struck', 'law', 'lifetime', 'removed', 'recycled'] as const;

/**
 * The number of low bits of control.eventOther that hold a cause of death. The bits above hold 1 + the row of the
 * behavior whose law ended the agent, or 0.
 */
export const CAUSE_BITS = 4;

export type CauseOfDeath = (typeof CAUSES)[number];

/** Something that happened in the step that ends at `tick`. Positions are in m. */
export type WorldEvent =
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
      /** The position of the agent at that time. */
      readonly position: Point;
    }
  | {
      /** The agent hit another agent, which ends in the next step. */
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
      /** The id of the agent that hit it. */
      readonly by: number;
      readonly position: Point;
    }
  | {
      /** The agent reached its lifetime. */
      readonly type: 'expired';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      readonly position: Point;
    }
  | {
      /**
       * The next position or velocity of the agent was not finite. The agent stays where it was; all others continue.
       */
      readonly type: 'quarantined';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      /**
       * The type of the first behavior whose law gave a force that is not finite; absent when every such force was
       * finite.
       */
      readonly behavior?: string;
      readonly position: Point;
    }
  | {
      /**
       * The agent arrived at its own goal, or at the named target or the end of the named path; see `reports` of its
       * species.
       */
      readonly type: 'arrived';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      /** The target at which it arrived. */
      readonly target?: string;
      /** The path whose end it reached. */
      readonly path?: string;
      readonly position: Point;
    }
  | {
      /** The agent entered a region or a state. */
      readonly type: 'entered';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      readonly region?: string;
      /** The state that it entered. */
      readonly state?: string;
      readonly position: Point;
    }
  | {
      /** The agent left a region. */
      readonly type: 'left';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      readonly region: string;
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
      /** An agent of another species, or a target, came within the distance of the report. */
      readonly type: 'near';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      /** The id of the nearest agent of the other species; the lowest id when several are equally near. */
      readonly neighbor?: number;
      /** The other species. */
      readonly neighborSpecies?: string;
      readonly target?: string;
      /** The distance of the report (m). */
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
      /** The position at which it is born. */
      readonly position: Point;
    }
  | {
      /** The agent died. */
      readonly type: 'died';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      readonly of: CauseOfDeath;
      /** The type of the behavior whose law ended it. */
      readonly behavior?: string;
      /** Its last position. */
      readonly position: Point;
    }
  | {
      /** Laws requested more births than the species has capacity for. */
      readonly type: 'full';
      readonly tick: number;
      readonly species: string;
      /** How many births replaced a living agent, which died. */
      readonly recycled: number;
      /** How many births were refused. */
      readonly refused: number;
    }
  | {
      /** A command removed agents. */
      readonly type: 'removed';
      readonly tick: number;
      /**
       * How many agents the command removed. Agents that had died before, or died in this step for another reason, do
       * not count.
       */
      readonly count: number;
    }
  | {
      /** A command created agents. Their `birth` is this tick. */
      readonly type: 'spawned';
      readonly tick: number;
      readonly species: string;
      /** How many were born. */
      readonly count: number;
      /** How many of them replaced a living agent, which died. */
      readonly recycled: number;
      /** How many were not born because the species was full. */
      readonly refused: number;
    }
  | {
      readonly type: 'fired';
      readonly tick: number;
      readonly launcher: string;
      readonly species: string;
      readonly count: number;
      /** How many of them were taken from agents that were still in flight. */
      readonly recycled: number;
      /** How many were not fired because earlier commands of the tick had already used the whole pool. */
      readonly refused: number;
    };
