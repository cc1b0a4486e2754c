import { createWorld } from '@skein/core';
import { byId } from '../by-id.ts';
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
  // In the order of the ids, not of the cells: no peer gets sorted agents for free.
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

/** Into the torus around the origin. */
export function wrap(coordinate: number, edge: number): number {
  if (coordinate >= edge / 2) return coordinate - edge;
  if (coordinate < -edge / 2) return coordinate + edge;
  return coordinate;
}
