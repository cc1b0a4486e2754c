import createFlock from 'boids';
import { RADIUS } from '../workload.ts';
import { type Peer, type PeerRun, startOf, wrap } from './peer.ts';

export const boids: Peer = {
  name: 'boids',
  dimensions: 2,
  differs:
    'all pairs, no grid; near neighbors only separate, others only align and cohere; approximates lengths; sees no neighbor across the border',
  mostAgents: 10_000,
  start(agents, neighbors): PeerRun {
    const { edge, position, velocity } = startOf({ agents, neighbors, dimensions: 2 });
    // Its lengths are per tick: 4 m/s is 4/60 m.
    const flock = createFlock({
      boids: 0,
      speedLimit: 4 / 60,
      accelerationLimit: 8 / 60 ** 2,
      separationDistance: RADIUS / 2,
      alignmentDistance: RADIUS,
      cohesionDistance: RADIUS,
      separationForce: 3 / 60 ** 2,
      alignmentForce: 2 / 60 ** 2,
      cohesionForce: 2 / 60 ** 2,
    });
    for (let i = 0; i < agents; i++) {
      const [x, y] = [position[3 * i], position[3 * i + 1]];
      flock.boids.push([x, y, velocity[3 * i] / 60, velocity[3 * i + 1] / 60, 0, 0]);
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
