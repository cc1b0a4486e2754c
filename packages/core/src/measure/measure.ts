import type { Law } from '../laws/law.ts';
import type { AgentColumn } from './agent-columns.ts';

/** Every kind of measure, with its description. */
export const MEASURES = {
  polarization: {
    unit: '1',
    description: 'length of the mean direction of moving agents; 1 when all move in one direction',
  },
  rotation: {
    unit: '1',
    description:
      'how much agents circle around their center: length of the mean cross product of the direction from the center and the direction of motion',
  },
  nearest: { unit: 'm', description: 'mean distance to the nearest other agent' },
  speed: { unit: 'm/s', description: 'mean speed' },
  alive: { unit: '1', description: 'number of living agents' },
  hits: {
    unit: '1',
    description: 'number of hits on targets and agents since tick 0, counted for the attackers',
  },
  clusters: {
    argument: 'distance',
    unit: '1',
    description:
      'number of groups of agents, in which each agent is within the distance (m) of another',
  },
  largestCluster: {
    argument: 'distance',
    unit: '1',
    description: 'fraction of the agents that are in the largest of these groups',
  },
  mean: {
    argument: 'column',
    description: 'mean of a column; of a vector, the length of its mean',
  },
  sum: { argument: 'column', description: 'sum of a column; of a vector, the length of its sum' },
  min: { argument: 'column', description: 'lowest value of a column' },
  max: { argument: 'column', description: 'highest value of a column' },
  deviation: { argument: 'column', description: 'standard deviation of a column' },
  median: { argument: 'column', description: 'median of a column' },
  quantile: {
    argument: 'column',
    share: true,
    description: 'value that a fraction p of the agents, 0 to 1, does not exceed',
  },
  fieldMean: { argument: 'field', unit: '1', description: 'mean of the cells of a scalar field' },
  fieldSum: { argument: 'field', unit: '1', description: 'sum of the cells of a scalar field' },
  fieldShare: {
    argument: 'field',
    level: true,
    unit: '1',
    description: 'fraction of the cells of a scalar field whose value is above v',
  },
} as const satisfies Readonly<Record<string, MeasureDescription>>;

/** The description of a kind of measure. */
export interface MeasureDescription {
  readonly description: string;
  /** The unit; by default, that of the column. */
  readonly unit?: string;
  /** The kind of its argument in parentheses, if any. */
  readonly argument?: 'distance' | 'column' | 'field';
  /** Whether the column is followed by a fraction. */
  readonly share?: boolean;
  /** Whether the field is followed by a value. */
  readonly level?: boolean;
}

export type MeasureKind = keyof typeof MEASURES;

/** A component of a vector, or its length. */
export type Component = 'x' | 'y' | 'z' | 'length';

/** A measure: plain data that `readMeasures` returns. It is valid for one scenario. */
export interface Measure {
  /** The measure as it was written, or its own name if it was given one. It is the name of its column in tables. */
  readonly name: string;
  readonly kind: MeasureKind;
  /** Index of the species that it covers; -1 for all species. */
  readonly species: number;
  /** The source of a statistic: a column, or the result of a law for each agent. */
  readonly column?: AgentColumn;
  readonly law?: Law;
  /** Another source of a statistic: a column that the scenario declares. */
  readonly declared?: { readonly name: string; readonly components: 1 | 3 };
  /** The component of a vector column; absent for the whole vector. */
  readonly component?: Component;
  /** The name of the scalar field that it covers. Such a measure does not cover agents. */
  readonly field?: string;
  /** A distance (m), a fraction from 0 to 1, or a value of a field. */
  readonly argument?: number;
  /** The unit to show to people; "1" for a plain number. */
  readonly unit: string;
}
