/** The types of requests and answers. This file imports no schema, because threads load it. */

/** The keys that all requests may have. */
interface Asked {
  /** The names of the species whose agents may be found. Default: all. */
  readonly species?: string | readonly string[];
  /** For each query, the id of an agent that it ignores, or `NO_AGENT`. */
  readonly ignore?: Uint32Array;
}

/** A request for the `k` nearest living agents to each point. */
export interface NearestRequest extends Asked {
  readonly type: 'nearest';
  /** x, y and z of each point (m). */
  readonly points: Float32Array;
  /** The number of agents to find for each point, 1 to 1024. */
  readonly k: number;
  /** Largest distance (m), one for all points or one per point. Default: no limit. */
  readonly radius?: number | Float32Array;
}

/** A request for all living agents within a distance of each point. */
export interface RadiusRequest extends Asked {
  readonly type: 'radius';
  readonly points: Float32Array;
  /** Largest distance (m), one for all or one per point. */
  readonly radius: number | Float32Array;
}

/** A request for all living agents whose position is in each box, including its faces. */
export interface BoxRequest extends Asked {
  readonly type: 'box';
  /** The corner with the lowest x, y and z of each box (m); `max` has the corner with the highest. */
  readonly min: Float32Array;
  readonly max: Float32Array;
}

/** A request for all living agents in each cone: within a distance of its point and an angle of its direction. */
export interface ConeRequest extends Asked {
  readonly type: 'cone';
  readonly points: Float32Array;
  /** x, y and z of the axis of each cone, a vector of any length but 0. */
  readonly directions: Float32Array;
  /** Largest distance (m), one for all or one per point. */
  readonly radius: number | Float32Array;
  /** Largest angle to the axis (rad), 0 to pi, one for all points or one per point. */
  readonly angle: number | Float32Array;
}

/** The kinds of things that rays and spheres can hit. */
export const HITTABLE = ['agents', 'obstacles', 'walls'] as const;
export type Hittable = (typeof HITTABLE)[number];

interface Cast extends Asked {
  /** x, y and z of each start point (m). */
  readonly origins: Float32Array;
  /** x, y and z of each direction, a vector of any length but 0. */
  readonly directions: Float32Array;
  /** Length of the course (m), one for all origins or one per origin. Default: no limit. Required on a torus. */
  readonly length?: number | Float32Array;
  /** The kinds of things that the rays or spheres can hit. Default: all. */
  readonly against?: readonly Hittable[];
}

/** A request for the first hit of each ray. */
export interface RayRequest extends Cast {
  readonly type: 'ray';
}

/** A request for the first hit of each moving sphere. */
export interface SweepRequest extends Cast {
  readonly type: 'sweep';
  /** Radius of the sphere (m), one for all or one per origin. */
  readonly radius: number | Float32Array;
}

export type QueryRequest =
  | NearestRequest
  | RadiusRequest
  | BoxRequest
  | ConeRequest
  | RayRequest
  | SweepRequest;

export type QueryType = QueryRequest['type'];

/** The value in place of an id when there is no agent. */
export const NO_AGENT = 0xffffffff;

/** The kinds of hits of rays and spheres. */
export const HIT = { none: 0, agent: 1, obstacle: 2, wall: 3 } as const;

/** The nearest agents, sorted by squared distance in f32, then by id, with `k` entries per query. */
export interface NearestAnswer {
  readonly type: 'nearest';
  readonly k: number;
  /** The number of agents that each query found. */
  readonly counts: Uint32Array;
  /** The ids. The entries of query `q` begin at `q * k`. Unused entries are `NO_AGENT`, with infinite distance. */
  readonly ids: Uint32Array;
  /** The distances (m), in the order of `ids`; infinite for unused entries. */
  readonly distances: Float32Array;
}

/** Lists of ids. The entries of query `q` are those from `offsets[q]` to `offsets[q + 1]`, not including the latter. */
interface Lists {
  readonly offsets: Uint32Array;
  readonly ids: Uint32Array;
}

/** All agents found by each query, sorted by squared distance in f32, then by id. */
export interface DistanceAnswer extends Lists {
  readonly type: 'radius' | 'cone';
  /** The distances (m), in the order of `ids`. */
  readonly distances: Float32Array;
}

/** All agents found by each query, sorted by id. */
export interface BoxAnswer extends Lists {
  readonly type: 'box';
}

/** The first hit of each ray or sphere. */
export interface CastAnswer {
  readonly type: 'ray' | 'sweep';
  /** The kind of each hit, a value of HIT: 0 nothing, 1 an agent, 2 an obstacle, 3 a wall of the map. */
  readonly kinds: Uint8Array;
  /**
   * The id of the agent, the index of the obstacle, or the number of the cell, counted row after row from the lowest y.
   * `NO_AGENT` for no hit, and for the space around the map.
   */
  readonly ids: Uint32Array;
  /**
   * The distance from the origin to the hit (m); for a sphere, the distance that its center moves. Infinite for no hit.
   */
  readonly distances: Float32Array;
  /**
   * x, y and z of the point of contact in the coordinates of the world (m), even for a hit across the edge of a torus;
   * 0 for no hit. For a sphere that starts inside a solid, its center.
   */
  readonly positions: Float32Array;
  /** x, y and z of the unit normal of the surface at that point; 0 for no hit. */
  readonly normals: Float32Array;
}

interface Answers {
  nearest: NearestAnswer;
  radius: DistanceAnswer;
  box: BoxAnswer;
  cone: DistanceAnswer;
  ray: CastAnswer;
  sweep: CastAnswer;
}

/** The answer to a request. */
export type QueryAnswer<R extends QueryRequest = QueryRequest> = Answers[R['type']];

/** Checked queries in the form that threads use: plain data in memory that they may share. */
export interface Query {
  readonly type: QueryType;
  readonly count: number;
  /** The numbers of the request by name, with defaults: one or three consecutive numbers per query. */
  readonly numbers: Readonly<Record<string, Float32Array>>;
  readonly ignore: Uint32Array | undefined;
  /** Bit s is set when agents of species s may be found. */
  readonly mask: number;
  /** The number of nearest agents; 0 for other types of queries. */
  readonly k: number;
  readonly against: readonly Hittable[];
}

/** The most hits of one answer. Each takes 8 bytes, and again as much while parts are joined. */
export const MAX_HITS = 0x4000000;
