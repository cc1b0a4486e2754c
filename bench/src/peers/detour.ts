import { createWorld } from '@skein/core';
import { Crowd, type CrowdAgent, init } from 'recast-navigation';
import { generateSoloNavMesh } from 'recast-navigation/generators';
import { CROWD, crowd, halfEdge } from '../crowd.ts';
import { median } from '../statistics.ts';
import { type Contender, timeOf } from '../turns.ts';

/**
 * A flag of dtCrowd, with which agents avoid each other. Path planning stays off, because the other contenders plan no
 * paths either.
 */
const OBSTACLE_AVOIDANCE = 2;

/**
 * DetourCrowd of the package recast-navigation, with the crowd workload. The bodies, start positions, speeds and range
 * of agents are the same as for the other contenders. The mesh extends 2 m beyond each edge of the square in which the
 * agents start. Each agent is given the velocity toward its goal, so it needs no path. An agent looks at no more than
 * six neighbors, and chooses among sampled velocities.
 */
export class DetourCrowd implements Contender {
  readonly #crowd: Crowd;
  readonly #agents: CrowdAgent[];
  readonly #ticks: number;

  private constructor(agents: number, neighbors: number, ticks: number) {
    const half = halfEdge(agents, neighbors) + 2;
    const corners = [-half, 0, -half, half, 0, -half, half, 0, half, -half, 0, half];
    // The cells are large enough that the mesh of the largest square has at most a thousand along an edge.
    const cs = Math.max(0.3, (2 * half) / 1000);
    const { success, navMesh } = generateSoloNavMesh(corners, [0, 2, 1, 0, 3, 2], { cs });
    if (!success) throw new Error('DetourCrowd: no navigation mesh');
    this.#crowd = new Crowd(navMesh, { maxAgents: agents, maxAgentRadius: CROWD.radius });
    this.#ticks = ticks;
    const { position } = createWorld(crowd(agents, neighbors), { maxWorkers: 1 }).views;
    this.#agents = Array.from({ length: agents }, (_, i) => {
      const [x, y] = [position.x[i], position.y[i]];
      const agent = this.#crowd.addAgent(
        { x, y: 0, z: y },
        {
          radius: CROWD.radius,
          height: 1,
          maxSpeed: CROWD.maxSpeed,
          maxAcceleration: 1e3,
          collisionQueryRange: CROWD.range,
          updateFlags: OBSTACLE_AVOIDANCE,
          obstacleAvoidanceType: 0,
        },
      );
      const scale = -CROWD.maxSpeed / (Math.hypot(x, y) || 1);
      agent.requestMoveVelocity({ x: x * scale, y: 0, z: y * scale });
      return agent;
    });
    this.#checkWork();
  }

  static async open(agents: number, neighbors: number, ticks: number): Promise<DetourCrowd> {
    await init();
    return new DetourCrowd(agents, neighbors, ticks);
  }

  sample(): number {
    const step = () => this.#crowd.update(CROWD.dt);
    return median(Array.from({ length: this.#ticks }, () => timeOf(step)));
  }

  /**
   * Checks that at least 90 % of the agents are on the mesh and walk.
   *
   * @throws Error when fewer agents walk on the mesh
   */
  #checkWork(): void {
    for (let tick = 0; tick < 3; tick++) this.#crowd.update(CROWD.dt);
    const speeds = this.#agents.map((agent) => Math.hypot(agent.velocity().x, agent.velocity().z));
    const walking = this.#agents.filter((agent, i) => agent.state() === 1 && speeds[i] > 0.1);
    if (walking.length < 0.9 * speeds.length) {
      throw new Error(`DetourCrowd: ${walking.length} of ${speeds.length} walk`);
    }
  }
}
