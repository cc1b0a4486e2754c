import {
  AABB,
  AlignmentBehavior,
  Cell,
  CellSpacePartitioning,
  CohesionBehavior,
  EntityManager,
  SeparationBehavior,
  Vector3,
  Vehicle,
} from 'yuka';
import { RADIUS } from '../workload.ts';
import { type Peer, type PeerRun, startOf, wrap } from './peer.ts';

/**
 * Candidates for the number of cells per axis, as multiples of the cube root of the number of agents. The fastest
 * candidate is used. Each query looks at every cell, so too many cells make queries slow.
 */
const CELL_SHARES = [0.2, 0.28, 0.36, 0.44];

/**
 * Works around a bug of Yuka. Yuka takes the index 0 for "none", so each update adds an entity in cell 0 to that cell
 * again. This class inserts a new cell 0 far away, where it stays empty. The new cell costs one check per query.
 */
class Cells extends CellSpacePartitioning {
  constructor(edge: number, count: number) {
    super(edge, edge, edge, count, count, count);
    const far = new Vector3().set(1e9, 1e9, 1e9);
    this.cells.unshift(new Cell(new AABB(far, far)));
  }

  override getIndexForPosition(position: Vector3): number {
    return super.getIndexForPosition(position) + 1;
  }
}

function weighted<B extends { weight: number }>(behavior: B, weight: number): B {
  behavior.weight = weight;
  return behavior;
}

function startWith(agents: number, neighbors: number, cells: number): PeerRun {
  const { edge, position, velocity } = startOf({ agents, neighbors });
  const manager = new EntityManager();
  manager.spatialIndex = new Cells(edge, cells);
  const vehicles = Array.from({ length: agents }, (_, i) => {
    const vehicle = new Vehicle();
    vehicle.position.set(position[3 * i], position[3 * i + 1], position[3 * i + 2]);
    vehicle.velocity.set(velocity[3 * i], velocity[3 * i + 1], velocity[3 * i + 2]);
    vehicle.maxSpeed = 4;
    vehicle.maxForce = 8;
    vehicle.neighborhoodRadius = RADIUS;
    vehicle.updateNeighborhood = true;
    vehicle.steering.add(weighted(new SeparationBehavior(), 3));
    vehicle.steering.add(weighted(new AlignmentBehavior(), 2));
    vehicle.steering.add(weighted(new CohesionBehavior(), 2));
    manager.add(vehicle);
    return vehicle;
  });
  // The first update fills the index. Without it, agents would see no neighbors in the first tick.
  manager.update(0);
  return {
    setting: `${cells} cells per axis`,
    step() {
      manager.update(1 / 60);
      for (const { position: at } of vehicles) {
        at.set(wrap(at.x, edge), wrap(at.y, edge), wrap(at.z, edge));
      }
    },
    cloud: () => ({
      positions: Float64Array.from(vehicles.flatMap(({ position: { x, y, z } }) => [x, y, z])),
      radius: RADIUS,
      edge: undefined,
    }),
    listed: () => vehicles.reduce((sum, value) => sum + value.neighbors.length, 0) / agents,
  };
}

/** Finds the number of cells per axis for which a tick takes the least time. */
function bestCells(agents: number, neighbors: number): number {
  const counts = new Set(CELL_SHARES.map((share) => Math.round(share * Math.cbrt(agents))));
  const times = [...counts].map((cells) => {
    const run = startWith(agents, neighbors, cells);
    run.step();
    const begin = performance.now();
    run.step();
    return { cells, timeMs: performance.now() - begin };
  });
  return times.reduce((best, one) => (one.timeMs < best.timeMs ? one : best)).cells;
}

export const yuka: Peer = {
  name: 'Yuka',
  dimensions: 3,
  differs:
    'sees no neighbor across the border, has no minimum speed, turns each vehicle to its heading',
  mostAgents: 10_000,
  start: (agents, neighbors) => startWith(agents, neighbors, bestCells(agents, neighbors)),
};
