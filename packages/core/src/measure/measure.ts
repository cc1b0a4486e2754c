import type { Law } from '../laws/law.ts';
import type { AgentColumn } from './agent-columns.ts';

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
  nearest: { unit: 'm', description: 'mean distance from an agent to the nearest other agent' },
  speed: { unit: 'm/s', description: 'mean speed' },
  alive: { unit: '1', description: 'number of living agents' },
  hits: {
    unit: '1',
    description:
      'number of hits on targets and agents since tick 0; for a species, the hits that its own agents made',
  },
  clusters: {
    argument: 'distance',
    unit: '1',
    description:
      'number of groups of agents; two agents are in the same group if they are at most "distance" (m) apart',
  },
  largestCluster: {
    argument: 'distance',
    unit: '1',
    description:
      'fraction of the agents that are in the largest group; two agents are in the same group if they are at most "distance" (m) apart',
  },
  mean: {
    argument: 'column',
    description: 'mean of a column; for a vector column, the length of the mean vector',
  },
  sum: {
    argument: 'column',
    description: 'sum of a column; for a vector column, the length of the sum',
  },
  count: {
    argument: 'column',
    value: true,
    unit: '1',
    description:
      'number of agents that have the value v in a column; in the column `state`, v may be the name of a state',
  },
  share: {
    argument: 'column',
    value: true,
    unit: '1',
    description:
      'fraction of the agents that have the value v in a column; in the column `state`, v may be the name of a state',
  },
  min: { argument: 'column', description: 'lowest value of a column' },
  max: { argument: 'column', description: 'highest value of a column' },
  deviation: { argument: 'column', description: 'standard deviation of a column' },
  median: { argument: 'column', description: 'median of a column' },
  quantile: {
    argument: 'column',
    share: true,
    description: 'quantile of a column: a fraction p (0 to 1) of the agents has at most this value',
  },
  fieldMean: {
    argument: 'field',
    unit: '1',
    description: 'mean of the values of all cells of a scalar field',
  },
  fieldSum: {
    argument: 'field',
    unit: '1',
    description: 'sum of the values of all cells of a scalar field',
  },
  fieldShare: {
    argument: 'field',
    level: true,
    unit: '1',
    description: 'fraction of the cells of a scalar field that have a value above v',
  },
} as const satisfies Readonly<Record<string, MeasureDescription>>;

/** The description of a kind of measure. */
export interface MeasureDescription {
  readonly description: string;
  /** The unit of the measure. If undefined, the measure has the unit of the measured column. */
  readonly unit?: string;
  /** The kind of the measure's first argument in parentheses. Undefined if the measure takes no argument. */
  readonly argument?: 'distance' | 'column' | 'field';
  /** Whether the second argument of the measure is a fraction, as in `quantile(speed,0.9)`. */
  readonly share?: boolean;
  /** Whether the measure takes a value after the column, as in `count(state,1)`. */
  readonly value?: boolean;
  /** Whether the measure takes a value after the field, as in `fieldShare(smoke,0.5)`. */
  readonly level?: boolean;
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
   * The number in the parentheses after the name of the measure: a distance (m), a fraction from 0 to 1, or a value of
   * a field or a column.
   */
  readonly argument?: number;
  /** The unit of the result, to show to people; "1" for a plain number. */
  readonly unit: string;
}
