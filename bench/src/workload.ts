import { parseScenario, type Scenario } from '@skein/core';

const RADIUS = 2.08;

/**
 * The workload of all comparisons: boids in a torus, uniform at the start, with cohesion, alignment
 * and separation within one radius, which holds `neighbors` others on average.
 */
export function boids(agents: number, neighbors: number): Scenario {
  const sphere = (4 / 3) * Math.PI * RADIUS ** 3;
  const half = Math.cbrt((agents * sphere) / neighbors) / 2;
  const min = [-half, -half, -half];
  const max = [half, half, half];
  return parseScenario({
    name: 'boids',
    seed: 1,
    bounds: { type: 'wrap', min, max },
    species: [
      {
        name: 'boid',
        count: agents,
        spawn: { type: 'box', min, max, velocity: { speed: 2 } },
        maxSpeed: 4,
        minSpeed: 1,
        maxForce: 8,
        behaviors: [
          { type: 'separation', weight: 3, radius: RADIUS },
          { type: 'alignment', weight: 2, radius: RADIUS },
          { type: 'cohesion', weight: 2, radius: RADIUS },
        ],
      },
    ],
  });
}
