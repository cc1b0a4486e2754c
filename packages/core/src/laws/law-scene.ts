export type Triple = readonly [x: number, y: number, z: number];
/** A vector of two or three numbers. Default of z: 0. */
export type Vector = readonly [x: number, y: number, z?: number];

export interface AimOf<V extends Vector> {
  readonly offset: V;
  readonly velocity?: V;
  readonly acceleration?: V;
  readonly radius?: number;
  readonly heading?: V;
  readonly up?: V;
}

/** Values of the columns that the law declares, by name. Default: the defaults that the law declares. */
interface DeclaredOf<V extends Vector> {
  readonly [column: string]: number | V | undefined;
}

export interface SceneOf<V extends Vector> {
  readonly self?: {
    readonly position?: V;
    readonly velocity?: V;
    /** A unit vector in the direction that the body faces. Default: along the velocity, or +x at rest. */
    readonly heading?: V;
    /**
     * The up vector, a unit vector perpendicular to the heading. Default: as near to +y as possible. In the plane, and
     * for a heading along y, it is +z.
     */
    readonly up?: V;
    readonly force?: V;
    /** Default: 1. */
    readonly mass?: number;
    readonly radius?: number;
    /** Default: 1. */
    readonly maxSpeed?: number;
    /** Maximum force (N). Default: infinite. */
    readonly maxForce?: number;
    readonly damping?: number;
    /** Default: 1. */
    readonly forceFactor?: number;
    readonly id?: number;
    readonly species?: number;
    readonly birth?: number;
  } & DeclaredOf<V>;
  /** The neighbors in stored order, which is the order in which reductions process them. */
  readonly neighbors?: readonly ({
    readonly offset: V;
    readonly velocity?: V;
    /** A unit vector in the direction that the body faces. Default: along the velocity, or +x at rest. */
    readonly heading?: V;
    /** Default: 1. */
    readonly mass?: number;
    readonly radius?: number;
    /** Id of the neighbor. Default: the index of the neighbor in `neighbors`, plus 1. */
    readonly id?: number;
    readonly species?: number;
  } & DeclaredOf<V>)[];
  readonly aim?: AimOf<V>;
  /** The second aim, for a law with two aims. */
  readonly second?: AimOf<V>;
  /** Values of parameters, by name. Default: the defaults that the law declares. */
  readonly parameters?: Readonly<Record<string, number>>;
  /**
   * Scalar fields by name. A field has a value at the agent, and a gradient (1/m) that is the same everywhere. Both are
   * 0 by default.
   */
  readonly fields?: Readonly<Record<string, { readonly value?: number; readonly gradient?: V }>>;
  /** Length of a tick (s). Default: 1/60. */
  readonly dt?: number;
  readonly tick?: number;
  readonly seed?: number;
  /** Default: 3. */
  readonly dimensions?: 2 | 3;
}

/**
 * The input of `evaluateLaw`: an agent, its neighbors and its aims, as plain numbers. A number that is left out is 0,
 * unless its description gives another default.
 */
export type LawScene = SceneOf<Triple>;

/** A scene in the plane. Its vectors need only two numbers. */
export type PlaneScene = SceneOf<Vector> & { readonly dimensions: 2 };
