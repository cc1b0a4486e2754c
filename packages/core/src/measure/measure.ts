import type { Law } from '../laws/law.ts';
import type { AgentColumn } from './agent-columns.ts';

const FINITE = 'a finite number';
const LENGTH = 'a number above 0, in meters';

/**
 * All kinds of arguments that measures take: the letter that stands for each in tables, and for a number what it must
 * be. A value may also be the name of a state.
 */
export const ARGUMENTS = {
  column: { letter: 'column' },
  field: { letter: 'field' },
  distance: { letter: 'd', number: LENGTH },
  depth: { letter: 'depth', number: LENGTH },
  share: { letter: 'p', number: 'a number from 0 to 1' },
  value: { letter: 'v', number: FINITE },
  x1: { letter: 'x1', number: FINITE },
  y1: { letter: 'y1', number: FINITE },
  x2: { letter: 'x2', number: FINITE },
  y2: { letter: 'y2', number: FINITE },
} as const satisfies Readonly<Record<string, { letter: string; number?: string }>>;

export type ArgumentKind = keyof typeof ARGUMENTS;

/** All kinds of measures, by name, with their descriptions. */
export const MEASURES = {
  polarization: {
    unit: '1',
    description: 'length of the mean direction of moving agents; 1 when all move in one direction',
  },
  rotation: {
    unit: '1',
    description:
      'how much agents circle around their center: length of the mean cross product of two unit vectors, one from the center to the agent and one along its velocity',
  },
  milling: {
    unit: '1',
    description:
      'how much agents circle around their center, in either direction: 1 in a single and in a double mill; at random 0.64 in the plane, 0.79 in space',
  },
  nearest: { unit: 'm', description: 'mean distance from an agent to the nearest other agent' },
  speed: { unit: 'm/s', description: 'mean speed' },
  alive: { unit: '1', description: 'number of living agents' },
  hits: {
    unit: '1',
    description:
      'number of hits on targets and agents since tick 0; for a species, the hits that its own agents made',
  },
  density: {
    arguments: ['x1', 'y1', 'x2', 'y2'],
    unit: '1/m^2',
    description:
      'agents per area in the box with the opposite corners (x1, y1) and (x2, y2); in the plane only',
  },
  flow: {
    arguments: ['x1', 'y1', 'x2', 'y2', 'depth'],
    unit: '1/s',
    description:
      'agents per second across the segment from (x1, y1) to (x2, y2), from its left to its right, by those in the strip of this depth around it; in the plane only',
  },
  clusters: {
    arguments: ['distance'],
    unit: '1',
    description:
      'number of groups of agents; two agents are in the same group if they are at most "distance" (m) apart',
  },
  largestCluster: {
    arguments: ['distance'],
    unit: '1',
    description:
      'fraction of the agents that are in the largest group; two agents are in the same group if they are at most "distance" (m) apart',
  },
  mean: {
    arguments: ['column'],
    description: 'mean of a column; for a vector column, the length of the mean vector',
  },
  sum: {
    arguments: ['column'],
    description: 'sum of a column; for a vector column, the length of the sum',
  },
  count: {
    arguments: ['column', 'value'],
    unit: '1',
    description:
      'number of agents that have the value v in a column; in the column `state`, v may be the name of a state',
  },
  share: {
    arguments: ['column', 'value'],
    unit: '1',
    description:
      'fraction of the agents that have the value v in a column; in the column `state`, v may be the name of a state',
  },
  min: { arguments: ['column'], description: 'lowest value of a column' },
  max: { arguments: ['column'], description: 'highest value of a column' },
  deviation: { arguments: ['column'], description: 'standard deviation of a column' },
  median: { arguments: ['column'], description: 'median of a column' },
  quantile: {
    arguments: ['column', 'share'],
    description: 'quantile of a column: a fraction p (0 to 1) of the agents has at most this value',
  },
  fieldMean: {
    arguments: ['field'],
    unit: '1',
    description: 'mean of the values of all cells of a scalar field',
  },
  fieldSum: {
    arguments: ['field'],
    unit: '1',
    description: 'sum of the values of all cells of a scalar field',
  },
  fieldShare: {
    arguments: ['field', 'value'],
    unit: '1',
    description: 'fraction of the cells of a scalar field that have a value above v',
  },
} as const satisfies Readonly<Record<string, MeasureDescription>>;

/** The description of a kind of measure. */
export interface MeasureDescription {
  readonly description: string;
  /** The unit of the measure. If undefined, the measure has the unit of the measured column. */
  readonly unit?: string;
  /** What the measure takes in parentheses, in order. Undefined if it takes nothing. */
  readonly arguments?: readonly ArgumentKind[];
}

export type MeasureKind = keyof typeof MEASURES;

/** The part of a vector column that is measured: one component, or the length. */
export type Component = 'x' | 'y' | 'z' | 'length';

/** A parsed measure. It is plain data that `readMeasures` returns, and it is valid for one scenario only. */
export interface Measure {
  /**
   * The name of the measure, which is the name of its column in tables: the text of the measure, or a name given with
   * `name=`.
   */
  readonly name: string;
  readonly kind: MeasureKind;
  /** Index of the species that the measure covers; -1 for all species. */
  readonly species: number;
  /**
   * The source of a statistic over agents: a column of the world. If a law computes the value of each agent, `law` is
   * set instead.
   */
  readonly column?: AgentColumn;
  readonly law?: Law;
  /** The column that a statistic over agents is computed from, if the scenario declares this column. */
  readonly declared?: { readonly name: string; readonly components: 1 | 3 };
  /** The component of a vector column that is measured; absent for the whole vector. */
  readonly component?: Component;
  /** The name of the scalar field that is measured. Such a measure does not cover agents. */
  readonly field?: string;
  /**
   * The numbers in the parentheses after the name of the measure, in order: distances or coordinates (m), a fraction
   * from 0 to 1, or a value of a field or a column.
   */
  readonly numbers?: readonly number[];
  /** The unit of the result, to show to people; "1" for a plain number. */
  readonly unit: string;
}
