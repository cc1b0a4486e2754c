import type { ColumnDeclaration } from '../schema/column-types.ts';
import type { NodeData } from './node.ts';

/** The version of the form below. */
export const LAW_VERSION = 1;

/** How much a law may hold. */
export const LAW_LIMITS = {
  nodes: 4096,
  parameters: 12,
  /** Sets of neighbors, and reductions over them. */
  sets: 4,
  reductions: 32,
  /** Nodes of neighbors, counted once in each walk that they are worked out in. */
  walked: 8192,
  /** Births that one agent may give in a tick. */
  births: 4,
  /** Readings of scalar fields: each is some 40 operations. */
  readings: 64,
  name: 64,
  text: 500,
} as const;

/** A number that scenes, sliders and the `set` command change by its name. */
export interface LawParameter {
  /** For people, such as "m/s" or "kg/s"; "1" for a plain number. */
  readonly unit: string;
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly description: string;
}

/**
 * What a law goes after:
 *
 * - "one": a target, or an agent of a quarry; "two": two such;
 * - "goal": the agent's own goal;
 * - "path": the nearest place of a path; "waypoint": the point of a path that the agent heads for.
 */
export const AIM_KINDS = ['none', 'one', 'two', 'goal', 'path', 'waypoint'] as const;

export type AimKind = (typeof AIM_KINDS)[number];
/** Of those, what is neither a target nor an agent. */
export type PlaceKind = 'goal' | 'path' | 'waypoint';

/** Whether a law goes after a place. */
export function isPlace(aim: AimKind): aim is PlaceKind {
  return aim === 'goal' || aim === 'path' || aim === 'waypoint';
}

/** What a law yields: a force (N), or for kinematic bodies the next velocity (m/s). */
export type LawResult = 'force' | 'velocity';

/** What may be born of an agent, as data: the nodes of the values that it begins with. */
export interface LawBirth {
  readonly when: number;
  readonly position?: readonly [x: number, y: number, z: number] | undefined;
  readonly velocity?: readonly [x: number, y: number, z: number] | undefined;
  readonly columns?: Readonly<Record<string, number | readonly number[]>> | undefined;
}

/**
 * A law as data: canonical JSON. Its nodes stand in an order in which operands come first, no two are
 * alike, and each is needed for the result, which three of them are.
 */
export interface Law {
  readonly law: typeof LAW_VERSION;
  readonly name: string;
  readonly description: string;
  readonly aim: AimKind;
  /** In the order of their slots. */
  readonly parameters: Readonly<Record<string, LawParameter>>;
  readonly nodes: readonly NodeData[];
  readonly result: LawResult;
  /** The nodes of x, y and z. */
  readonly vector: readonly [x: number, y: number, z: number];
  /** Those of what it wants under context steering, if it says so: a direction, as long as its interest. */
  readonly wants?: readonly [x: number, y: number, z: number] | undefined;
  /** The columns that it reads or writes beside those that every agent has. */
  readonly columns?: Readonly<Record<string, ColumnDeclaration>> | undefined;
  /** The nodes of the next values of its agent's columns: one, or three of a vec3. */
  readonly next?: Readonly<Record<string, number | readonly number[]>> | undefined;
  /** The node of whether its agent ends. */
  readonly ends?: number | undefined;
  readonly births?: readonly LawBirth[] | undefined;
  /** The nodes of what its agent deposits into scalar fields, by name. */
  readonly deposit?: Readonly<Record<string, number>> | undefined;
}

/**
 * A law as it is worked out: that of a force or a velocity, or one of the planes that its nodes are
 * staged in: next values of columns, what is decided of lives, and what is deposited.
 */
export interface WorkedLaw
  extends Omit<Law, 'result' | 'vector' | 'next' | 'ends' | 'births' | 'deposit'> {
  readonly result: LawResult | 'next';
  readonly vector: readonly number[];
  /** By name, as many as nodes; none but where the result is "next". */
  readonly planes?: readonly string[] | undefined;
}
