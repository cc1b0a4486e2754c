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

/** Bits of control.eventKind that hold an EVENT; those above, which of the reports of its species it is. */
export const EVENT_BITS = 8;
export const EVENT_MASK = (1 << EVENT_BITS) - 1;

export type Point = readonly [x: number, y: number, z: number];

/**
 * Of what an agent died:
 *
 * - "hit": it hit what it flew at; "struck": another hit it;
 * - "law": a law of its species ended it; "lifetime": it reached its lifetime;
 * - "removed": a command ended it; "recycled": a birth took its place.
 */
export const CAUSES = ['hit', 'struck', 'law', 'lifetime', 'removed', 'recycled'] as const;

/** Bits of control.eventOther that hold a cause of death; those above, 1 + the row of the behavior whose law it was. */
export const CAUSE_BITS = 4;

export type CauseOfDeath = (typeof CAUSES)[number];

/** Something that happened in the step to `tick`. Positions are in m. */
export type WorldEvent =
  | {
      readonly type: 'hit';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      readonly target: string;
      /** Where the agent touched the target. */
      readonly position: Point;
    }
  | {
      /** It has flown all around its target without coming nearer; raised once in a flight, which continues. */
      readonly type: 'orbit';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      readonly target: string;
      /** Where the agent was then. */
      readonly position: Point;
    }
  | {
      /** It hit an agent, which ends in the next step. */
      readonly type: 'strike';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      /** The id of the agent it hit. */
      readonly quarry: number;
      readonly position: Point;
    }
  | {
      /** It ended because another had hit it in the step before. */
      readonly type: 'struck';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      /** The id of the agent that hit it. */
      readonly by: number;
      readonly position: Point;
    }
  | {
      /** It reached its lifetime. */
      readonly type: 'expired';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      readonly position: Point;
    }
  | {
      /** Its next state was not finite: it stands where it was, and the others continue. */
      readonly type: 'quarantined';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      /** The type of the first behavior with a law whose force was not finite by itself; left out where each was. */
      readonly behavior?: string;
      readonly position: Point;
    }
  | {
      /** It has come to its own goal, or to what is named; see `reports` of its species. */
      readonly type: 'arrived';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      /** The target to which it has come. */
      readonly target?: string;
      /** The path to whose end it has come. */
      readonly path?: string;
      readonly position: Point;
    }
  | {
      /** It has come into a region, or into a state. */
      readonly type: 'entered';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      readonly region?: string;
      /** The state of its species. */
      readonly state?: string;
      readonly position: Point;
    }
  | {
      /** It has gone out of a region. */
      readonly type: 'left';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      readonly region: string;
      readonly position: Point;
    }
  | {
      /** No way over the map leads from where it is to its own goal, or to the target. */
      readonly type: 'unreachable';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      readonly target?: string;
      /** Where the agent is. */
      readonly position: Point;
    }
  | {
      /** An agent of a species, or a target, has come near. */
      readonly type: 'near';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      /** The id of the nearest agent of the other species; of equally near ones the least. */
      readonly neighbor?: number;
      /** The other species. */
      readonly neighborSpecies?: string;
      readonly target?: string;
      /** The distance of the report (m). */
      readonly distance: number;
      readonly position: Point;
    }
  | {
      /** It was born; its `birth` is this tick. */
      readonly type: 'born';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      /** The id of the agent whose law let it be born; left out of what a command let be born. */
      readonly parent?: number;
      /** Where it is born. */
      readonly position: Point;
    }
  | {
      /** It ended. */
      readonly type: 'died';
      readonly tick: number;
      readonly id: number;
      readonly species: string;
      readonly of: CauseOfDeath;
      /** The type of the behavior whose law ended it. */
      readonly behavior?: string;
      /** Where it was last. */
      readonly position: Point;
    }
  | {
      /** Laws asked for more births than a species has room for. */
      readonly type: 'full';
      readonly tick: number;
      readonly species: string;
      /** How many births took the place of a living agent, which ended with that. */
      readonly recycled: number;
      /** How many births were refused. */
      readonly refused: number;
    }
  | {
      /** A command has ended agents. */
      readonly type: 'removed';
      readonly tick: number;
      /** How many it has ended: those that had ended, or ended in this step by themselves, are not among them. */
      readonly count: number;
    }
  | {
      /** A command has made agents. Their `birth` is this tick. */
      readonly type: 'spawned';
      readonly tick: number;
      readonly species: string;
      /** How many were born. */
      readonly count: number;
      /** How many of them took the place of a living agent, which ended with that. */
      readonly recycled: number;
      /** For how many there was no room. */
      readonly refused: number;
    }
  | {
      readonly type: 'fired';
      readonly tick: number;
      readonly launcher: string;
      readonly species: string;
      readonly count: number;
      /** How many of them were still alive and were taken out of their flight. */
      readonly recycled: number;
      /** How many were not fired, as earlier commands of the tick had fired all of the pool. */
      readonly refused: number;
    };
