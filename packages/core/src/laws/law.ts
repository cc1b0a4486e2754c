import type { ColumnDeclaration } from '../schema/column-types.ts';
import type { NodeData } from './node.ts';

/** The version of the format below. */
export const LAW_VERSION = 1;

/** The limits of a law. */
export const LAW_LIMITS = {
  nodes: 4096,
  parameters: 12,
  /** MAX number of sets of neighbors, and of reductions over them. */
  sets: 4,
  reductions: 32,
  /** MAX number of nodes of neighbors. A node counts once for each walk that computes it. */
  walked: 8192,
  /** MAX number of births that one agent can give in a tick. */
  births: 4,
  /** MAX number of readings of scalar fields. Each takes about 40 operations. */
  readings: 64,
  name: 64,
  text: 500,
} as const;

/** A number of a law that scenes, sliders and the `set` command can change by its name. */
export interface LawParameter {
  /** The unit as text for people, such as "m/s" or "kg/s"; "1" for a plain number. */
  readonly unit: string;
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly description: string;
}

/**
 * What a law aims at:
 *
 * - "one": a target, or an agent of a quarry; "two": two of these;
 * - "goal": the agent's own goal;
 * - "path": the nearest point of a path; "waypoint": the point of a path that the agent heads for.
 */
export const AIM_KINDS = ['none', 'one', 'two', 'goal', 'path', 'waypoint'] as const;

export type AimKind = (typeof AIM_KINDS)[number];
/** The kinds of aims that are neither a target nor an agent. */
export type PlaceKind = 'goal' | 'path' | 'waypoint';

/** Whether a law aims at a place. */
export function isPlace(aim: AimKind): aim is PlaceKind {
  return aim === 'goal' || aim === 'path' || aim === 'waypoint';
}

/** What a law yields: a force (N), or the next velocity (m/s) of a kinematic body. */
export type LawResult = 'force' | 'velocity';

/** A birth as data: the nodes of its condition and of the initial values of the child. */
export interface LawBirth {
  readonly when: number;
  readonly position?: readonly [x: number, y: number, z: number] | undefined;
  readonly velocity?: readonly [x: number, y: number, z: number] | undefined;
  readonly columns?: Readonly<Record<string, number | readonly number[]>> | undefined;
}

/**
 * A law as data, in canonical JSON. Operands come before the nodes that use them, no two nodes are equal, and every
 * node is needed for a result.
 */
export interface Law {
  readonly law: typeof LAW_VERSION;
  readonly name: string;
  readonly description: string;
  readonly aim: AimKind;
  /** The parameters, in the order of their slots. */
  readonly parameters: Readonly<Record<string, LawParameter>>;
  readonly nodes: readonly NodeData[];
  readonly result: LawResult;
  /** The nodes of x, y and z of the result. */
  readonly vector: readonly [x: number, y: number, z: number];
  /** The nodes of the direction wanted under context steering; its length is the interest. */
  readonly wants?: readonly [x: number, y: number, z: number] | undefined;
  /** The columns that the law reads or writes, besides those that every agent has. */
  readonly columns?: Readonly<Record<string, ColumnDeclaration>> | undefined;
  /** The nodes of the next values of columns: one node, or three for a vec3. */
  readonly next?: Readonly<Record<string, number | readonly number[]>> | undefined;
  /** The node that tells whether the agent ends. */
  readonly ends?: number | undefined;
  readonly births?: readonly LawBirth[] | undefined;
  /** The nodes of the deposits into scalar fields, by field name. */
  readonly deposit?: Readonly<Record<string, number>> | undefined;
}

/**
 * A law in the form in which a kernel runs it. It yields a force, a velocity, or the staged planes: next values of
 * columns, decisions about lives, and deposits.
 */
export interface WorkedLaw
  extends Omit<Law, 'result' | 'vector' | 'next' | 'ends' | 'births' | 'deposit'> {
  readonly result: LawResult | 'next';
  readonly vector: readonly number[];
  /** The names of the planes, one for each node of `vector`. Only if the result is "next". */
  readonly planes?: readonly string[] | undefined;
}
