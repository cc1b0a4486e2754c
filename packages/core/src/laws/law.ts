import type { ColumnDeclaration } from '../schema/column-types.ts';
import type { NodeData } from './node.ts';

/** The version of the data format of laws. */
export const LAW_VERSION = 1;

/** The maximum number of elements of each kind that a law can have. */
export const LAW_LIMITS = {
  nodes: 4096,
  parameters: 12,
  /** Maximum number of sets of neighbors. The next limit is the maximum number of reductions over these sets. */
  sets: 4,
  reductions: 32,
  /**
   * Maximum number of nodes that are computed per neighbor. If several passes over the neighbors compute a node, the
   * node counts once per pass.
   */
  walked: 8192,
  /** Maximum number of births that one agent can give in a tick. */
  births: 4,
  /** Maximum number of places where a law reads a scalar field. Each reading takes about 40 operations. */
  readings: 64,
  name: 64,
  text: 500,
} as const;

/** A parameter of a law: a number that scenes, sliders and the `set` command can change by its name. */
export interface LawParameter {
  /** The unit as text for people, such as "m/s" or "kg/s". It is "1" for a plain number. */
  readonly unit: string;
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly description: string;
}

/**
 * The kinds of aims that a law can have:
 *
 * - "none": no aim
 * - "one": a target, or an agent of the quarry species
 * - "two": two aims of the kind "one"
 * - "goal": the agent's own goal
 * - "path": the nearest point of a path
 * - "waypoint": the point of a path that the agent heads for
 */
export const AIM_KINDS = ['none', 'one', 'two', 'goal', 'path', 'waypoint'] as const;

export type AimKind = (typeof AIM_KINDS)[number];
/** The kinds of aims that are neither a target nor an agent. */
export type PlaceKind = 'goal' | 'path' | 'waypoint';

/** Returns whether an aim is a place, that is, neither a target nor an agent. */
export function isPlace(aim: AimKind): aim is PlaceKind {
  return aim === 'goal' || aim === 'path' || aim === 'waypoint';
}

/** The meaning of the vector of a law: a force (N), or the next velocity (m/s) of a kinematic body. */
export type LawResult = 'force' | 'velocity';

/**
 * A birth as data: the nodes that give its condition and the initial values of the child. Each node is given by its
 * number.
 */
export interface LawBirth {
  readonly when: number;
  readonly position?: readonly [x: number, y: number, z: number] | undefined;
  readonly velocity?: readonly [x: number, y: number, z: number] | undefined;
  readonly columns?: Readonly<Record<string, number | readonly number[]>> | undefined;
}

/**
 * A law as data, in canonical JSON. Nodes are numbered by their index in `nodes`. Operands come before the nodes that
 * use them, no two nodes are equal, and every node is needed for a result.
 */
export interface Law {
  readonly law: typeof LAW_VERSION;
  readonly name: string;
  readonly description: string;
  readonly aim: AimKind;
  /** The parameters by name, in the order of their slots in memory. */
  readonly parameters: Readonly<Record<string, LawParameter>>;
  readonly nodes: readonly NodeData[];
  readonly result: LawResult;
  /** The numbers of the three nodes that give the x, y and z of the force or velocity. */
  readonly vector: readonly [x: number, y: number, z: number];
  /**
   * The numbers of the three nodes that give a vector in the direction that the law wants. The length of the vector is
   * the interest. The nodes are used only if the law is before "context" in the list of behaviors.
   */
  readonly wants?: readonly [x: number, y: number, z: number] | undefined;
  /** The columns that the law reads or writes, besides those that every agent has. */
  readonly columns?: Readonly<Record<string, ColumnDeclaration>> | undefined;
  /**
   * For each column that the law writes, the number of the node that gives its next value. A vec3 column has three
   * nodes.
   */
  readonly next?: Readonly<Record<string, number | readonly number[]>> | undefined;
  /** The number of the node that decides whether the agent's life ends. */
  readonly ends?: number | undefined;
  readonly births?: readonly LawBirth[] | undefined;
  /** For each scalar field into which the law deposits, the number of the node that gives the deposit. */
  readonly deposit?: Readonly<Record<string, number>> | undefined;
}

/**
 * A law in the form in which a kernel runs it. It yields a force, a velocity, or the staged planes. The staged planes
 * hold next values of columns, decisions about lives, values of births, and deposits.
 */
export interface WorkedLaw
  extends Omit<Law, 'result' | 'vector' | 'next' | 'ends' | 'births' | 'deposit'> {
  readonly result: LawResult | 'next';
  readonly vector: readonly number[];
  /** The names of the staged planes, one for each node of `vector`. Present only if the result is "next". */
  readonly planes?: readonly string[] | undefined;
}
