import type { Extras } from '../world/extras.ts';
import { groundAt } from '../world/heights.ts';
import type { SharedWorld } from '../world/world.ts';

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

/** The value of an agent in a column: a vector (x, y, z), or a single number, which is in `x`. */
export interface Value {
  x: number;
  y: number;
  z: number;
}

/** Reads the value of the agent at place `i` into `value`. Returns false if the agent has no value. */
export type ReadValue = (value: Value, i: number) => boolean;

const READERS: Readonly<Record<AgentColumn, (world: SharedWorld) => ReadValue>> = {
  position: ({ front }) => readPlanes(front.position),
  velocity: ({ front }) => readPlanes(front.velocity),
  heading: ({ front }) => readPlanes(front.heading),
  up: ({ front }) => readPlanes(front.up),
  acceleration: ({ front }) => readPlanes(front.acceleration),
  direction: ({ front }) => {
    const read = readPlanes(front.velocity);
    return (value, i) => {
      read(value, i);
      const speed = lengthOf(value);
      if (!(speed > 0)) return false;
      value.x /= speed;
      value.y /= speed;
      value.z /= speed;
      return true;
    };
  },
  speed: ({ front }) => {
    const read = readPlanes(front.velocity);
    return (value, i) => {
      read(value, i);
      return write(value, lengthOf(value));
    };
  },
  age: ({ front, frontTick, plan }) => {
    const { dt } = plan;
    return (value, i) => write(value, (frontTick - front.birth[i]) * dt);
  },
  waypoint: ({ front }) => readColumn(front.waypoint),
  approach: ({ front }) => readColumn(front.approach),
  height: (world) => {
    const { x, y } = world.front.position;
    return (value, i) => write(value, groundAt(world, x[i], y[i]));
  },
};

/** Returns the function that reads a column of a world. */
export function readerOf(world: SharedWorld, column: AgentColumn): ReadValue {
  return READERS[column](world);
}

/** Returns the function that reads a column that the scenario declares. */
export function declaredReader({ front }: SharedWorld, name: string): ReadValue {
  const column = front.columns[name];
  return 'x' in column ? readPlanes(column) : readColumn(column);
}

/** The length of a value that is a vector (x, y, z). */
export function lengthOf({ x, y, z }: Value): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** Sets a value to the number `x`. Returns false if the number is not finite. */
export function write(value: Value, x: number): boolean {
  value.x = x;
  value.y = 0;
  value.z = 0;
  return Number.isFinite(x);
}

function readPlanes({ x, y, z }: Readonly<Record<'x' | 'y' | 'z', Float32Array>>): ReadValue {
  return (value, i) => {
    value.x = x[i];
    value.y = y[i];
    value.z = z[i];
    return true;
  };
}

function readColumn(column: Float32Array | Uint32Array): ReadValue {
  return (value, i) => write(value, column[i]);
}
