import type { Scenario } from '@skein/core';

/**
 * The spare capacity for what the editor adds to a scene: the number of obstacles, and the number of agents of each
 * species.
 */
export interface Spare {
  readonly obstacles: number;
  readonly agents: number;
}

/**
 * Returns the scenario with capacity for more obstacles and agents. Each obstacle also gets a name. If `spare` is
 * undefined, the scenario is unchanged.
 */
export function withSpare(scenario: Scenario, spare: Spare | undefined): Scenario {
  if (spare === undefined) return scenario;
  const { obstacles, species } = scenario;
  const taken = new Set(obstacles.map(({ name }) => name));
  return {
    ...scenario,
    obstacles: obstacles.map((obstacle, index) => {
      const name = `obstacle-${index + 1}`;
      return obstacle.name === undefined && !taken.has(name) ? { ...obstacle, name } : obstacle;
    }),
    obstacleCapacity: Math.max(scenario.obstacleCapacity ?? 0, spare.obstacles),
    species: species.map((one) => {
      if (one.spawn.type === 'pool' || spare.agents === 0) return one;
      return { ...one, capacity: Math.max(one.capacity ?? 0, one.count + spare.agents) };
    }),
  };
}
