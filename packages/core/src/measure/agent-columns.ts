import type { Extras } from '../world/extras.ts';

/** Describes a column of agents from which measures can compute statistics. */
interface ColumnDescription {
  readonly components: 1 | 3;
  readonly unit: string;
  readonly description: string;
  /**
   * The extra column from which this column is computed. Only a world that has the extra column also has this column.
   */
  readonly extra?: keyof Extras;
  /** Whether only a world with a height map has this column. */
  readonly heights?: boolean;
}

export const AGENT_COLUMNS = {
  position: { components: 3, unit: 'm', description: 'position' },
  velocity: { components: 3, unit: 'm/s', description: 'velocity' },
  direction: {
    components: 3,
    unit: '1',
    description: 'unit vector along the velocity; an agent at rest has no value',
  },
  speed: { components: 1, unit: 'm/s', description: 'length of the velocity' },
  age: { components: 1, unit: 's', description: 'time since birth' },
  heading: {
    components: 3,
    unit: '1',
    description: 'unit vector in the direction that the body faces',
    extra: 'heading',
  },
  up: {
    components: 3,
    unit: '1',
    description: 'unit vector in the up direction of the body',
    extra: 'heading',
  },
  acceleration: {
    components: 3,
    unit: 'm/s^2',
    description: 'acceleration, smoothed over recent steps',
    extra: 'acceleration',
  },
  waypoint: {
    components: 1,
    unit: '1',
    description: 'index of the path point that the agent heads for',
    extra: 'waypoint',
  },
  approach: {
    components: 1,
    unit: 'm',
    description: 'least distance from the agent to its target in this flight',
    extra: 'orbit',
  },
  height: {
    components: 1,
    unit: 'm',
    description: 'height of the ground under the agent',
    heights: true,
  },
} as const satisfies Readonly<Record<string, ColumnDescription>>;

export type AgentColumn = keyof typeof AGENT_COLUMNS;
