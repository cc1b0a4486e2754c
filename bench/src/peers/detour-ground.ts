import { Crowd, type CrowdAgent, init } from 'recast-navigation';
import { generateSoloNavMesh } from 'recast-navigation/generators';
import { GROUND, twoFloors, type Way } from '../ground.ts';
import { median } from '../statistics.ts';
import { type Contender, timeOf } from '../turns.ts';

/** Flags of dtCrowd: agents look ahead along their paths, and avoid each other. */
const FLAGS = 1 | 2;
/** The edge of a voxel (m) from which the mesh is made. */
const VOXEL = 0.25;

/**
 * DetourCrowd of the package recast-navigation on the level of the suite `ground`, with the same triangles, starts, goals,
 * radius, speed and range. Recast makes a mesh of its own.
 */
export class DetourOnGround implements Contender {
  readonly #crowd: Crowd;
  readonly #agents: CrowdAgent[];
  readonly #ticks: number;
  /** The time of each tick of the last sample (ms). */
  tickMs: number[] = [];

  private constructor(ways: readonly Way[], ticks: number) {
    const { vertices, polygons } = twoFloors();
    const { radius, height, maxSpeed } = GROUND;
    const { success, navMesh } = generateSoloNavMesh(
      vertices.flatMap(([x, y, z]) => [x, z, -y]),
      polygons.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]),
      {
        cs: VOXEL,
        ch: VOXEL / 2,
        walkableRadius: Math.ceil(radius / VOXEL),
        walkableHeight: Math.ceil(height / (VOXEL / 2)),
        walkableClimb: 4,
        walkableSlopeAngle: 60,
      },
    );
    if (!success) throw new Error('DetourCrowd: no navigation mesh');
    this.#ticks = ticks;
    this.#crowd = new Crowd(navMesh, { maxAgents: ways.length, maxAgentRadius: radius });
    this.#agents = ways.map(({ from, to }) => {
      const agent = this.#crowd.addAgent(
        { x: from[0], y: from[2], z: -from[1] },
        {
          radius,
          height,
          maxSpeed,
          maxAcceleration: 1e3,
          collisionQueryRange: GROUND.range,
          pathOptimizationRange: 30 * radius,
          updateFlags: FLAGS,
          obstacleAvoidanceType: 0,
        },
      );
      agent.requestMoveTarget({ x: to[0], y: to[2], z: -to[1] });
      return agent;
    });
  }

  static async open(ways: readonly Way[], ticks: number): Promise<DetourOnGround> {
    await init();
    return new DetourOnGround(ways, ticks);
  }

  sample(): number {
    this.tickMs = Array.from({ length: this.#ticks }, () =>
      timeOf(() => this.#crowd.update(GROUND.dt)),
    );
    return median(this.tickMs);
  }

  /** The share of agents that walk. */
  get walking(): number {
    const walking = this.#agents.filter((agent) => {
      const { x, z } = agent.velocity();
      return agent.state() === 1 && Math.hypot(x, z) > 0.1;
    });
    return walking.length / this.#agents.length;
  }
}
