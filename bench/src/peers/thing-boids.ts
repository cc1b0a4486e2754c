import { alignment, cohesion, defBoid3, defFlock, separation, wrap3 } from '@thi.ng/boids';
import { HashGrid3 } from '@thi.ng/geom-accel/hash-grid';
import { defTimeStep } from '@thi.ng/timestep';
import { RADIUS } from '../workload.ts';
import { type Peer, type PeerRun, startOf } from './peer.ts';

/** The length of the edge of a grid cell, in m. With half or twice this value, the package is slower. */
const CELL = RADIUS;

export const thingBoids: Peer = {
  name: '@thi.ng/boids',
  dimensions: 3,
  differs:
    'makes one query for each of the three behaviors, sees no neighbor across the border, has no minimum speed',
  mostAgents: 10_000,
  start(agents, neighbors): PeerRun {
    const { edge, position, velocity } = startOf({ agents, neighbors });
    // Its hash grid rounds toward zero, which would make the cells at the origin twice as wide, so positions are
    // shifted.
    const offset = edge / 2;
    const at = (values: Float64Array, i: number, add: number) =>
      [0, 1, 2].map((axis) => values[3 * i + axis] + add);
    type Boid = ReturnType<typeof defBoid3>;
    const accel = new HashGrid3<Boid>((boid) => boid.pos.curr, CELL, agents);
    const behaviors = [separation(RADIUS, 3), alignment(RADIUS, 2), cohesion(RADIUS, 2)];
    const constrain = wrap3([0, 0, 0], [edge, edge, edge]);
    const boids = Array.from({ length: agents }, (_, i) =>
      defBoid3(at(position, i, offset), at(velocity, i, 0), {
        accel,
        behaviors,
        constrain,
        maxSpeed: 4,
        // It adds forces to the velocity once per tick, regardless of the time step.
        maxForce: 8 / 60,
      }),
    );
    const flock = defFlock(accel, boids);
    const clock = defTimeStep();
    accel.build(boids);
    return {
      step: () => flock.integrate(1 / 60, clock),
      cloud: () => ({
        positions: Float64Array.from(boids.flatMap(({ pos }) => [...pos.curr])),
        radius: RADIUS,
        edge: undefined,
      }),
      listed: () => {
        accel.build(boids);
        return (
          boids.reduce((sum, boid) => sum + boid.neighbors(RADIUS, boid.pos.curr).length - 1, 0) /
          agents
        );
      },
    };
  },
};
