/** Types for the used parts of packages that have none. */

declare module 'yuka' {
  class Vector3 {
    x: number;
    y: number;
    z: number;
    set(x: number, y: number, z: number): this;
  }
  class SteeringBehavior {
    weight: number;
  }
  export class SeparationBehavior extends SteeringBehavior {}
  export class AlignmentBehavior extends SteeringBehavior {}
  export class CohesionBehavior extends SteeringBehavior {}
  export class Vehicle {
    position: Vector3;
    velocity: Vector3;
    maxSpeed: number;
    maxForce: number;
    neighborhoodRadius: number;
    updateNeighborhood: boolean;
    neighbors: Vehicle[];
    steering: { add(behavior: SteeringBehavior): void };
  }
  export class AABB {
    constructor(min?: Vector3, max?: Vector3);
  }
  export class Cell {
    constructor(aabb: AABB);
  }
  export { Vector3 };
  export class CellSpacePartitioning {
    cells: Cell[];
    constructor(
      width: number,
      height: number,
      depth: number,
      cellsX: number,
      cellsY: number,
      cellsZ: number,
    );
    getIndexForPosition(position: Vector3): number;
  }
  export class EntityManager {
    spatialIndex: CellSpacePartitioning | null;
    add(entity: Vehicle): this;
    update(deltaS: number): this;
  }
}

declare module 'boids' {
  type Boid = [x: number, y: number, vx: number, vy: number, ax: number, ay: number];
  interface Flock {
    boids: Boid[];
    tick(): void;
  }
  export default function boids(options: Record<string, unknown>): Flock;
}

declare module 'agentscript' {
  export interface Turtle {
    x: number;
    y: number;
    theta: number;
    setxy(x: number, y: number): void;
    forward(distance: number): void;
  }
  interface Turtles extends Array<Turtle> {
    create(count: number, initialize: (turtle: Turtle) => void): Turtle[];
    ask(act: (turtle: Turtle) => void): void;
    inRadius(turtle: Turtle, radius: number, meToo: boolean): Turtle[];
  }
  export class Model {
    turtles: Turtles;
    patches: { cacheRect(radius: number): void };
    constructor(world: Record<string, number>);
    setup(): void;
    step(): void;
  }
}

// It has types, but they import without extensions, which Node's module resolution does not support.
declare module 'recast-navigation' {
  interface Vector3 {
    x: number;
    y: number;
    z: number;
  }
  export class NavMesh {}
  export class CrowdAgent {
    requestMoveVelocity(velocity: Vector3): boolean;
    requestMoveTarget(position: Vector3): boolean;
    velocity(): Vector3;
    state(): number;
  }
  export class Crowd {
    constructor(navMesh: NavMesh, options: { maxAgents: number; maxAgentRadius: number });
    addAgent(position: Vector3, parameters: Record<string, number>): CrowdAgent;
    update(dt: number): void;
  }
  export function init(): Promise<void>;
}

declare module 'recast-navigation/generators' {
  import type { NavMesh } from 'recast-navigation';
  export function generateSoloNavMesh(
    positions: readonly number[],
    indices: readonly number[],
    settings: Record<string, number>,
  ): { success: true; navMesh: NavMesh } | { success: false; navMesh: undefined };
}

declare module 'pathfinding' {
  type Place = [x: number, y: number];
  class Grid {
    constructor(rows: number[][]);
    clone(): Grid;
  }
  interface Options {
    diagonalMovement: number;
    heuristic: (dx: number, dy: number) => number;
  }
  class Finder {
    constructor(options: Options);
    findPath(x: number, y: number, goalX: number, goalY: number, grid: Grid): Place[];
  }
  const PF: {
    Grid: typeof Grid;
    AStarFinder: typeof Finder;
    JumpPointFinder: typeof Finder;
    DiagonalMovement: Record<'Never' | 'OnlyWhenNoObstacles', number>;
    Heuristic: Record<'manhattan' | 'octile', (dx: number, dy: number) => number>;
    Util: { expandPath(path: Place[]): Place[] };
  };
  export default PF;
}

declare module 'static-kdtree' {
  interface KDTree {
    knn(point: readonly number[], most: number): number[];
    rnn(point: readonly number[], radius: number, visit: (index: number) => void): void;
  }
  export default function createKDTree(points: readonly (readonly number[])[]): KDTree;
}
