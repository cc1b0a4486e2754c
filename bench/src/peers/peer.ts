import { createWorld } from '@skein/core';
import { byId } from '../by-id.ts';
import type { Cloud } from '../neighbors.ts';
import { boids, edgeOf, type Workload } from '../workload.ts';

/** Another package for flocking, set up to run the workload. */
export interface Peer {
  readonly name: string;
  readonly dimensions: 2 | 3;
  /**
   * How the model of the package differs from the workload. Some differences make the package faster, others make it
   * slower.
   */
  readonly differs: string;
  /** The maximum number of agents that the package can step in a reasonable time. */
  readonly mostAgents: number;
  start(agents: number, neighbors: number): PeerRun;
}

export interface PeerRun {
  /**
   * Settings that were chosen to make the package fast. They are shown in the note of the package's row in the table.
   */
  readonly setting?: string;
  /** Runs one complete tick. */
  step(): void;
  cloud(): Cloud;
  /**
   * The mean length of the package's own neighbor lists in the last tick; undefined if the package has no such lists.
   */
  listed(): number | undefined;
}

export interface Start {
  readonly edge: number;
  /** The positions of all agents (m): x, y and z of the first agent, then of the second, and so on. */
  readonly position: Float64Array;
  readonly velocity: Float64Array;
}

/** Returns the positions and velocities of the workload's agents at tick 0. All contenders start from this state. */
export function startOf(workload: Workload): Start {
  const { views, count } = createWorld(boids(workload), { maxWorkers: 1, kernel: 'ts' });
  // In the order of the ids, not of the cells, so that no peer gets sorted agents for free.
  const rows = ({ x, y, z }: typeof views.position): Float64Array => {
    const axes = [x, y, z].map((axis) => byId(axis, views.id));
    return Float64Array.from({ length: 3 * count }, (_, k) => axes[k % 3][Math.floor(k / 3)]);
  };
  return {
    edge: edgeOf(workload),
    position: rows(views.position),
    velocity: rows(views.velocity),
  };
}

/** Moves a coordinate onto the torus around the origin. */
export function wrap(coordinate: number, edge: number): number {
  if (coordinate >= edge / 2) return coordinate - edge;
  if (coordinate < -edge / 2) return coordinate + edge;
  return coordinate;
}
