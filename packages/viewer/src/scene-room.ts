import type { Scenario } from '@skein/core';

/** Spare capacity for what the editor adds to a scene: obstacles, and agents of each species. */
export interface Spare {
  readonly obstacles: number;
  readonly agents: number;
}

/**
 * The scenario with capacity for more obstacles, each with a name, and for more agents. Without `spare` the scenario is
 * returned unchanged.
 */
export function withSpare(scenario: Scenario, spare: Spare | undefined): Scenario {
  if (spare === undefined) return scenario;
  const { obstacles, species } = scenario;
  const taken = new Set(obstacles.map(({ name }) => name));
  return {
    ...scenario,
    obstacles: obstacles.map((one, index) => {
      const name = `obstacle-${index + 1}`;
      return one.name === undefined && !taken.has(name) ? { ...one, name } : one;
    }),
    obstacleCapacity: Math.max(scenario.obstacleCapacity ?? 0, spare.obstacles),
    species: species.map((one) => {
      if (one.spawn.type === 'pool' || spare.agents === 0) return one;
      return { ...one, capacity: Math.max(one.capacity ?? 0, one.count + spare.agents) };
    }),
  };
}

/** The scenario with this capacity for particles; unchanged when `capacity` is undefined. */
export function withRoom(scenario: Scenario, capacity: number | undefined): Scenario {
  return capacity === undefined ? scenario : { ...scenario, particles: { capacity } };
}
