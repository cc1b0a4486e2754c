import { parseScenario, type Scenario } from '@skein/core';

/** The parameters of the crowd, for Skein and for the packages with which it is compared. */
export const CROWD = { radius: 0.5, maxSpeed: 2, range: 5, dt: 0.1 } as const;

/**
 * Half the edge, in m, of a square for a crowd.
 *
 * @param agents the number of walkers
 * @param neighbors the approximate number of other walkers that are within the range of a walker, on average
 */
export function halfEdge(agents: number, neighbors: number): number {
  return Math.sqrt((Math.PI * CROWD.range ** 2 * agents) / neighbors) / 2;
}

/**
 * Creates a crowd of walkers at random positions in a square with walls. Each walks to the point that is opposite to
 * its start.
 */
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
