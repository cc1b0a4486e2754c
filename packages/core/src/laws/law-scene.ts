export type Triple = readonly [x: number, y: number, z: number];
/** Where z is left out it is 0. */
export type Vector = readonly [x: number, y: number, z?: number];

export interface AimOf<V extends Vector> {
  readonly offset: V;
  readonly velocity?: V;
  readonly acceleration?: V;
  readonly radius?: number;
  readonly heading?: V;
  readonly up?: V;
}

/** The columns that the law declares, by name; their defaults when left out. */
interface DeclaredOf<V extends Vector> {
  readonly [column: string]: number | V | undefined;
}

export interface SceneOf<V extends Vector> {
  readonly self?: {
    readonly position?: V;
    readonly velocity?: V;
    /** A unit vector; along the velocity when left out, and x at rest. */
    readonly heading?: V;
    /**
     * A unit vector across the heading; when left out, as near to y as can be, or to z in the plane and for a
     * heading along y.
     */
    readonly up?: V;
    readonly force?: V;
    /** 1 when left out. */
    readonly mass?: number;
    readonly radius?: number;
    /** 1 when left out. */
    readonly maxSpeed?: number;
    /** Infinite when left out. */
    readonly maxForce?: number;
    readonly damping?: number;
    /** 1 when left out. */
    readonly forceFactor?: number;
    readonly id?: number;
    readonly species?: number;
    readonly birth?: number;
  } & DeclaredOf<V>;
  /** In stored order. */
  readonly neighbors?: readonly ({
    readonly offset: V;
    readonly velocity?: V;
    /** 1 when left out. */
    readonly mass?: number;
    readonly radius?: number;
    /** Its place in the list, from 1, when left out. */
    readonly id?: number;
    readonly species?: number;
  } & DeclaredOf<V>)[];
  readonly aim?: AimOf<V>;
  /** The other one of a law with two. */
  readonly second?: AimOf<V>;
  /** The defaults of the law when left out. */
  readonly parameters?: Readonly<Record<string, number>>;
  /**
   * Scalar fields by name: the value where the agent is, and its gradient (1/m), the same everywhere; 0 of those that
   * are left out.
   */
  readonly fields?: Readonly<Record<string, { readonly value?: number; readonly gradient?: V }>>;
  /** s; 1/60 when left out. */
  readonly dt?: number;
  readonly tick?: number;
  readonly seed?: number;
  /** 3 when left out. */
  readonly dimensions?: 2 | 3;
}

/** Plain numbers for `evaluateLaw`; what is left out is 0, but for those that are named. */
export type LawScene = SceneOf<Triple>;

/** The same in the plane, where two numbers make a vector, too. */
export type PlaneScene = SceneOf<Vector> & { readonly dimensions: 2 };
