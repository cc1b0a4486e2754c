import { parseScenario, type Scenario } from '@skein/core';

/** Numbers of the crowd workload, for Skein and for those it is compared with. */
export const CROWD = { radius: 0.5, maxSpeed: 2, range: 5, dt: 0.1 } as const;

/** Half of the edge of a square (m) in which each of so many has about `neighbors` within range. */
export function halfEdge(agents: number, neighbors: number): number {
  return Math.sqrt((Math.PI * CROWD.range ** 2 * agents) / neighbors) / 2;
}

/** Walkers on a walled square, spread at random, each on the way to the opposite place. */
export function crowd(agents: number, neighbors: number): Scenario {
  const half = halfEdge(agents, neighbors);
  const [min, max] = [
    [-half, -half],
    [half, half],
  ];
  return parseScenario({
    name: 'crowd',
    dt: CROWD.dt,
    dimensions: 2,
    bounds: { type: 'contain', min, max },
    species: [
      {
        name: 'walker',
        count: agents,
        spawn: { type: 'box', min, max },
        goals: { type: 'mirror', center: [0, 0] },
        radius: CROWD.radius,
        maxSpeed: CROWD.maxSpeed,
        behaviors: [
          { type: 'goal', weight: 1 / CROWD.dt },
          { type: 'orca', radius: CROWD.range, maxNeighbors: 10, timeHorizon: 4 },
        ],
      },
    ],
  });
}
