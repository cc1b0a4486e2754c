/**
 * Describes a column of agents from which measures can compute statistics. A column with the name of a column of the
 * engine is computed from it. Only worlds that have the one have the other.
 */
interface ColumnDescription {
  readonly components: 1 | 3;
  readonly unit: string;
  readonly description: string;
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
  },
  up: {
    components: 3,
    unit: '1',
    description: 'unit vector in the up direction of the body',
  },
  acceleration: {
    components: 3,
    unit: 'm/s^2',
    description: 'acceleration, smoothed over recent steps',
  },
  waypoint: {
    components: 1,
    unit: '1',
    description: 'index of the path point that the agent heads for',
  },
  approach: {
    components: 1,
    unit: 'm',
    description: 'least distance from the agent to its target in this flight',
  },
  height: {
    components: 1,
    unit: 'm',
    description: 'height of the ground under the agent',
    heights: true,
  },
} as const satisfies Readonly<Record<string, ColumnDescription>>;

export type AgentColumn = keyof typeof AGENT_COLUMNS;
