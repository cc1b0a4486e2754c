/** The types of requests and answers. Threads load this file, so it imports no schema. */

/** The keys that requests of all types may have. */
interface Asked {
  /** The names of the species whose agents may be found. Default: all species. */
  readonly species?: string | readonly string[];
  /** For each query, the id of an agent that the query ignores. `NO_AGENT` means that the query ignores no agent. */
  readonly ignore?: Uint32Array;
}

/** A request for the `k` nearest living agents to each point. */
export interface NearestRequest extends Asked {
  readonly type: 'nearest';
  /** The points: x, y and z of each (m). */
  readonly points: Float32Array;
  /** The number of agents to find for each point, 1 to 1024. */
  readonly k: number;
  /** The largest distance (m) at which agents are found: one for all points, or one per point. Default: no limit. */
  readonly radius?: number | Float32Array;
}

/** A request for all living agents within a distance of each point. */
export interface RadiusRequest extends Asked {
  readonly type: 'radius';
  readonly points: Float32Array;
  /** The largest distance (m) at which agents are found: one distance for all points, or one distance per point. */
  readonly radius: number | Float32Array;
}

/**
 * A request for all living agents in each box. An agent is in a box if its position is inside the box or on one of the
 * faces.
 */
export interface BoxRequest extends Asked {
  readonly type: 'box';
  /** The corners of the boxes (m): `min` has the lowest x, y and z of each box, `max` the highest. */
  readonly min: Float32Array;
  readonly max: Float32Array;
}

/**
 * A request for all living agents in each cone. An agent is in a cone if its distance from the tip and its angle to the
 * axis are within the limits of the cone.
 */
export interface ConeRequest extends Asked {
  readonly type: 'cone';
  readonly points: Float32Array;
  /**
   * The directions of the cones: for each cone, the x, y and z of a vector. The vector can have any length except 0.
   */
  readonly directions: Float32Array;
  /**
   * The largest distance (m) from the tip of a cone at which agents are found. It is one distance for all cones, or one
   * distance per cone.
   */
  readonly radius: number | Float32Array;
  /** The largest angle (rad) to the axis of a cone, from 0 to pi: one angle for all points, or one angle per point. */
  readonly angle: number | Float32Array;
}

/** The kinds of things that rays and spheres can hit. */
export const HITTABLE = ['agents', 'obstacles', 'walls', 'ground'] as const;
export type Hittable = (typeof HITTABLE)[number];

interface Cast extends Asked {
  /** The start points: x, y and z of each (m). */
  readonly origins: Float32Array;
  /** The directions: for each direction, the x, y and z of a vector. The vector can have any length except 0. */
  readonly directions: Float32Array;
  /**
   * The length of the rays or courses (m): one for all origins, or one per origin. Default: no limit. Required on a
   * torus.
   */
  readonly length?: number | Float32Array;
  /** The kinds of things that the rays or spheres can hit. Default: all kinds. */
  readonly against?: readonly Hittable[];
}

/** A request for the first hit of each ray. */
export interface RayRequest extends Cast {
  readonly type: 'ray';
}

/** A request for the first hit of each moving sphere. */
export interface SweepRequest extends Cast {
  readonly type: 'sweep';
  /** The radius of the spheres (m): one for all origins, or one per origin. */
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

/** The value of an id that means "no agent". */
export const NO_AGENT = 0xffffffff;

/** What a ray or a sphere hits first, as a number. */
export const HIT = { none: 0, agent: 1, obstacle: 2, wall: 3, ground: 4 } as const;

/**
 * For each query, the agents nearest to its point, sorted by squared distance in f32 and then by id. Each query has `k`
 * entries.
 */
export interface NearestAnswer {
  readonly type: 'nearest';
  readonly k: number;
  /** For each query, the number of agents found. */
  readonly counts: Uint32Array;
  /**
   * The ids of the agents found. The entries of query `q` begin at `q * k`. Unused entries are `NO_AGENT`, and their
   * distance is Infinity.
   */
  readonly ids: Uint32Array;
  /** The distances to the agents found (m), in the order of `ids`. */
  readonly distances: Float32Array;
}

/**
 * Lists of ids, one for each query. The list of query `q` begins at `offsets[q]` in `ids`, and ends before `offsets[q +
 * 1]`.
 */
interface Lists {
  readonly offsets: Uint32Array;
  readonly ids: Uint32Array;
}

/** All agents that each query found, sorted by squared distance in f32 and then by id. */
export interface DistanceAnswer extends Lists {
  readonly type: 'radius' | 'cone';
  /** The distances to the agents found (m), in the order of `ids`. */
  readonly distances: Float32Array;
}

/** All agents that each query found, sorted by id. */
export interface BoxAnswer extends Lists {
  readonly type: 'box';
}

/** The first hit of each ray or sphere. */
export interface CastAnswer {
  readonly type: 'ray' | 'sweep';
  /**
   * For each ray or sphere, the kind of its first hit, as a value of HIT: 0 for no hit, 1 for an agent, 2 for an
   * obstacle, 3 for a wall of the map, 4 for the ground.
   */
  readonly kinds: Uint8Array;
  /**
   * The thing that each ray or sphere hits: an agent's id, an obstacle's index, a cell's number, or the index of a
   * polygon of the ground. Cells are counted row after row from the lowest y. If nothing is hit, or the space around
   * the map is hit, the value is `NO_AGENT`.
   */
  readonly ids: Uint32Array;
  /**
   * The distance from the origin to the hit (m). For a sphere, the distance that its center moves until the hit.
   * Infinity for no hit.
   */
  readonly distances: Float32Array;
  /**
   * The points of contact: x, y and z of each (m). They are in the coordinates of the world, even for a hit across the
   * edge of a torus. If there is no hit, the coordinates are 0. If a sphere starts inside a solid, the point is the
   * center of the sphere.
   */
  readonly positions: Float32Array;
  /** The unit normals of the surfaces at the points of contact: x, y and z of each. 0 for no hit. */
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

/** Checked queries in the form that threads use. They are plain data, in memory that threads may share. */
export interface Query {
  readonly type: QueryType;
  readonly count: number;
  /**
   * The number arrays of the request, by name, with defaults filled in. In each array, every query has one number or
   * three consecutive numbers.
   */
  readonly numbers: Readonly<Record<string, Float32Array>>;
  readonly ignore: Uint32Array | undefined;
  /** The species whose agents may be found: bit s stands for species s. */
  readonly mask: number;
  /** The number of nearest agents to find for each point; 0 for other types of queries. */
  readonly k: number;
  readonly against: readonly Hittable[];
}

/**
 * The maximum number of hits in one answer. Each hit takes 8 bytes, and another 8 bytes while the parts of the answer
 * are joined.
 */
export const MAX_HITS = 0x4000000;
