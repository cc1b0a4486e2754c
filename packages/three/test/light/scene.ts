import { createWorld, parseScenario } from '@skein/core';
import { createTeam } from '@skein/worker';
import { createDriver, type Driver } from '../../src/driver.ts';

/** A beam that flies along +x and leaves a particle in each meter of its way, and moths that stand still. */
const SCENARIO = {
  name: 'beam',
  // No two of its particles overlap.
  seed: 58,
  species: [
    {
      name: 'beam',
      count: 1,
      color: '#40c0ff',
      spawn: {
        type: 'box',
        min: [-7, 0, 0],
        max: [-7, 0, 0],
        velocity: { direction: [1, 0, 0], speed: 12 },
      },
      behaviors: [],
      trail: { density: 1, radius: 0.2, randomWalk: 0, attenuation: 0.4 },
    },
    {
      name: 'moth',
      count: 2,
      radius: 0.2,
      color: '#ffb060',
      spawn: {
        type: 'points',
        positions: [
          [-3, 3, 0],
          [4, -3, 0],
        ],
      },
      behaviors: [],
    },
  ],
};

/** The beam is at x = -7. */
export async function drivenBeam(workers = 1): Promise<Driver> {
  const world = createWorld(parseScenario(SCENARIO));
  return createDriver(await createTeam(world, { workers }), { interpolate: false });
}

/** Steps this many ticks. */
export async function goOn(driver: Driver, ticks: number): Promise<void> {
  const until = driver.world.tick + ticks;
  while (driver.world.tick < until) {
    driver.step(1);
    await driver.whenIdle(() => {});
  }
}
