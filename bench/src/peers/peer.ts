import { createWorld } from '@skein/core';
import { byId } from '../by-id.ts';
import type { Cloud } from '../neighbors.ts';
import { boids, edgeOf, type Workload } from '../workload.ts';

/** A package for flocking, set up to run the workload. */
export interface Peer {
  readonly name: string;
  readonly dimensions: 2 | 3;
  /** How it differs from the workload, for better or worse. */
  readonly differs: string;
  /** The maximum number of agents for which a run takes a reasonable time. */
  readonly mostAgents: number;
  start(agents: number, neighbors: number): PeerRun;
}

export interface PeerRun {
  /** Settings that were chosen to make it fast, shown in its row. */
  readonly setting?: string;
  /** Runs one complete tick. */
  step(): void;
  cloud(): Cloud;
  /** The mean length of its own neighbor lists in the last tick; undefined if it has none. */
  listed(): number | undefined;
}

export interface Start {
  readonly edge: number;
  /** x, y, z for one agent after the other. */
  readonly position: Float64Array;
  readonly velocity: Float64Array;
}

/** The positions of the workload's agents at tick 0, so that all contenders start equally. */
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

/** Wraps a coordinate into the torus around the origin. */
export function wrap(coordinate: number, edge: number): number {
  if (coordinate >= edge / 2) return coordinate - edge;
  if (coordinate < -edge / 2) return coordinate + edge;
  return coordinate;
}
