import type { Law } from '../laws/law.ts';
import type { AgentColumn } from './agent-columns.ts';

/** Every kind of measure, with what people read of it. */
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
  alive: { unit: '1', description: 'living agents' },
  hits: {
    unit: '1',
    description: 'hits on targets and agents since tick 0, counted for the attackers',
  },
  clusters: {
    argument: 'distance',
    unit: '1',
    description: 'groups of agents, each within the distance (m) of another of its group',
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
  min: { argument: 'column', description: 'least value of a column' },
  max: { argument: 'column', description: 'greatest value of a column' },
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

/** What people read of a kind of measure. */
export interface MeasureDescription {
  readonly description: string;
  /** That of its column when left out. */
  readonly unit?: string;
  /** What stands in parentheses behind its name. */
  readonly argument?: 'distance' | 'column' | 'field';
  /** Whether a share follows the column. */
  readonly share?: boolean;
  /** Whether a value follows the field. */
  readonly level?: boolean;
}

export type MeasureKind = keyof typeof MEASURES;

/** Part of a vector, or its length. */
export type Component = 'x' | 'y' | 'z' | 'length';

/** What is to be measured: plain data, read by `readMeasures`. It fits one scenario. */
export interface Measure {
  /** As it was written, or the name that it was given: the name of its column in tables. */
  readonly name: string;
  readonly kind: MeasureKind;
  /** Index of the species that it is of; -1 for all. */
  readonly species: number;
  /** What a statistic is made of: a column, or what a law yields for each agent. */
  readonly column?: AgentColumn;
  readonly law?: Law;
  /** In place of both: a column that the scenario declares. */
  readonly declared?: { readonly name: string; readonly components: 1 | 3 };
  /** Of a vector; all three when left out. */
  readonly component?: Component;
  /** The scalar field that it is of, by its name; it is then of no agents. */
  readonly field?: string;
  /** A distance (m), a share from 0 to 1, or a value of a field. */
  readonly argument?: number;
  /** For people; "1" for a plain number. */
  readonly unit: string;
}
