import createFlock from 'boids';
import { BOID, RADIUS } from '../workload.ts';
import { type Peer, type PeerRun, startOf, wrap } from './peer.ts';

/** The number of ticks in a second. */
const TICKS = 60;

export const boids: Peer = {
  name: 'boids',
  dimensions: 2,
  differs:
    'all pairs, no grid; near neighbors only separate, others only align and cohere; turns away from the velocity of others; accelerations add up; approximates lengths; sees no neighbor across the border',
  mostAgents: 10_000,
  start(agents, neighbors): PeerRun {
    const { edge, position, velocity } = startOf({ agents, neighbors, dimensions: 2 });
    // Its times are in ticks.
    const [separation, alignment, cohesion] = BOID.behaviors;
    const flock = createFlock({
      boids: 0,
      speedLimit: BOID.maxSpeed / TICKS,
      accelerationLimit: BOID.maxForce / TICKS ** 2,
      separationDistance: RADIUS / 2,
      alignmentDistance: RADIUS,
      cohesionDistance: RADIUS,
      separationForce: separation.weight / TICKS ** 2,
      alignmentForce: alignment.weight / TICKS ** 2,
      cohesionForce: cohesion.weight / TICKS ** 2,
    });
    for (let i = 0; i < agents; i++) {
      const [x, y] = [position[3 * i], position[3 * i + 1]];
      flock.boids.push([x, y, velocity[3 * i] / TICKS, velocity[3 * i + 1] / TICKS, 0, 0]);
    }
    return {
      step() {
        flock.tick();
        for (const boid of flock.boids) {
          boid[0] = wrap(boid[0], edge);
          boid[1] = wrap(boid[1], edge);
        }
      },
      cloud: () => ({
        positions: Float64Array.from(flock.boids.flatMap(([x, y]) => [x, y, 0])),
        radius: RADIUS,
        edge: undefined,
      }),
      listed: () => undefined,
    };
  },
};
