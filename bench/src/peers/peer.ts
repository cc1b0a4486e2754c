import { createWorld } from '@skein/core';
import type { Cloud } from '../neighbors.ts';
import { boids, edgeOf, type Workload } from '../workload.ts';

/** A package of the field that is made to do the workload. */
export interface Peer {
  readonly name: string;
  readonly dimensions: 2 | 3;
  /** In what it departs from the workload, for better or worse. */
  readonly differs: string;
  /** Most agents with which a run ends in reasonable time. */
  readonly mostAgents: number;
  start(agents: number, neighbors: number): PeerRun;
}

export interface PeerRun {
  /** What was chosen to make it fast, for its row. */
  readonly setting?: string;
  /** Does one whole tick. */
  step(): void;
  cloud(): Cloud;
  /** Mean length of its own neighbor lists in the last tick; undefined when it keeps none. */
  listed(): number | undefined;
}

export interface Start {
  readonly edge: number;
  /** x, y, z one after the other. */
  readonly position: Float64Array;
  readonly velocity: Float64Array;
}

/** Where the workload's agents are at tick 0, so that all start alike. */
export function startOf(workload: Workload): Start {
  const { views, count } = createWorld(boids(workload), { maxWorkers: 1, kernel: 'ts' });
  const position = new Float64Array(3 * count);
  const velocity = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    position.set([views.position.x[i], views.position.y[i], views.position.z[i]], 3 * i);
    velocity.set([views.velocity.x[i], views.velocity.y[i], views.velocity.z[i]], 3 * i);
  }
  // In the order of the ids, not of the cells: no peer gets sorted agents for free.
  const { id } = views;
  const sorted = { position: new Float64Array(3 * count), velocity: new Float64Array(3 * count) };
  for (let i = 0; i < count; i++) {
    sorted.position.set(position.subarray(3 * i, 3 * i + 3), 3 * id[i]);
    sorted.velocity.set(velocity.subarray(3 * i, 3 * i + 3), 3 * id[i]);
  }
  return { edge: edgeOf(workload), ...sorted };
}

/** Into the torus around the origin. */
export function wrap(coordinate: number, edge: number): number {
  if (coordinate >= edge / 2) return coordinate - edge;
  if (coordinate < -edge / 2) return coordinate + edge;
  return coordinate;
}
