/** Which kinds of queries there are; what a thread reads of one. No schema is in here. */

/** What all requests may say. */
interface Asked {
  /** Names of the species whose agents may be found; all by default. */
  readonly species?: string | readonly string[];
  /** By query: the id of an agent that it does not find, or `NO_AGENT`. */
  readonly ignore?: Uint32Array;
}

/** The `k` nearest living agents to each point. */
export interface NearestRequest extends Asked {
  readonly type: 'nearest';
  /** x, y and z of each point (m). */
  readonly points: Float32Array;
  /** How many, 1 to 1024. */
  readonly k: number;
  /** Largest distance (m), one for all or one per point; without end by default. */
  readonly radius?: number | Float32Array;
}

/** All living agents within a distance of each point. */
export interface RadiusRequest extends Asked {
  readonly type: 'radius';
  readonly points: Float32Array;
  /** Largest distance (m), one for all or one per point. */
  readonly radius: number | Float32Array;
}

/** All living agents whose position lies in each box, its faces included. */
export interface BoxRequest extends Asked {
  readonly type: 'box';
  /** The corners with the least and the largest x, y and z of each box (m). */
  readonly min: Float32Array;
  readonly max: Float32Array;
}

/** All living agents within a distance of each point and an angle of a direction. */
export interface ConeRequest extends Asked {
  readonly type: 'cone';
  readonly points: Float32Array;
  /** x, y and z of the axis of each cone, of any length but 0. */
  readonly directions: Float32Array;
  /** Largest distance (m), one for all or one per point. */
  readonly radius: number | Float32Array;
  /** Largest angle to the axis, 0 to pi (rad), one for all or one per point. */
  readonly angle: number | Float32Array;
}

/** What rays and spheres can hit. */
export const HITTABLE = ['agents', 'obstacles', 'walls'] as const;
export type Hittable = (typeof HITTABLE)[number];

interface Cast extends Asked {
  /** x, y and z of where each starts (m). */
  readonly origins: Float32Array;
  /** x, y and z of where each goes, of any length but 0. */
  readonly directions: Float32Array;
  /** How far (m), one for all or one per origin; without end by default. A torus needs it. */
  readonly length?: number | Float32Array;
  /** What they can hit; all by default. */
  readonly against?: readonly Hittable[];
}

/** The first thing that each ray hits. */
export interface RayRequest extends Cast {
  readonly type: 'ray';
}

/** The first thing that each sphere touches on its way. */
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

/** Stands for no agent in ids. */
export const NO_AGENT = 0xffffffff;

/** What a ray or a sphere hit. */
export const HIT = { none: 0, agent: 1, obstacle: 2, wall: 3 } as const;

/** Sorted by squared distance in f32, then by id; `k` places per query. */
export interface NearestAnswer {
  readonly type: 'nearest';
  readonly k: number;
  /** How many each query found. */
  readonly counts: Uint32Array;
  /** Query `q` has places `q * k` and following; what is not used is `NO_AGENT` and infinite. */
  readonly ids: Uint32Array;
  /** m. */
  readonly distances: Float32Array;
}

/** What query `q` found stands in places `offsets[q]` to `offsets[q + 1]`, the latter not included. */
interface Lists {
  readonly offsets: Uint32Array;
  readonly ids: Uint32Array;
}

/** Sorted by squared distance in f32, then by id. */
export interface DistanceAnswer extends Lists {
  readonly type: 'radius' | 'cone';
  /** m. */
  readonly distances: Float32Array;
}

/** Sorted by id. */
export interface BoxAnswer extends Lists {
  readonly type: 'box';
}

/** The first hit of each ray or sphere. */
export interface CastAnswer {
  readonly type: 'ray' | 'sweep';
  /** HIT: 0 nothing, 1 an agent, 2 an obstacle, 3 a wall of the map. */
  readonly kinds: Uint8Array;
  /**
   * Id of the agent, index of the obstacle, or number of the cell, row after row from the least y on;
   * `NO_AGENT` where nothing was hit, or the wall around the map.
   */
  readonly ids: Uint32Array;
  /** From the origin to the hit, of a sphere the way of its center (m); infinite for nothing. */
  readonly distances: Float32Array;
  /**
   * x, y and z of the point that was hit (m), as what was hit stands in the world, be it over the edge of a
   * torus; 0 for nothing. Where a sphere starts inside, its center.
   */
  readonly positions: Float32Array;
  /** x, y and z of the unit normal of the surface there; 0 for nothing. */
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

/** Queries that have been checked, as threads have them: plain data in memory that they may share. */
export interface Query {
  readonly type: QueryType;
  readonly count: number;
  /** Numbers of the request by name: one or three in a row per query, defaults filled in. */
  readonly numbers: Readonly<Record<string, Float32Array>>;
  readonly ignore: Uint32Array | undefined;
  /** Bits of the species that may be found. */
  readonly mask: number;
  /** 0 unless a number of nearest is asked for. */
  readonly k: number;
  readonly against: readonly Hittable[];
}

/** Hits of one answer at most: 8 bytes each, and as much again while they are put together. */
export const MAX_HITS = 0x4000000;
