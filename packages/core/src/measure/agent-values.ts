import { groundAt } from '../world/heights.ts';
import type { SharedWorld } from '../world/world.ts';
import type { AgentColumn } from './agent-columns.ts';

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
