import { createWorld, parseScenario, tick } from '@skein/core';
import { createTeam } from '@skein/worker';
import { createDriver, type Driver } from '../../src/driver.ts';

/** Boids and hawks in a box with unequal edges; more slots than living agents. */
export function flockScenario() {
  const spawn = { type: 'box', min: [-7, -3, -5], max: [9, 5, 2], velocity: { speed: 3 } };
  const behaviors = [{ type: 'separation' }, { type: 'cohesion' }];
  const common = { maxSpeed: 9, maxForce: 27, spawn, behaviors };
  return parseScenario({
    name: 'flock',
    seed: 3,
    species: [
      { ...common, name: 'boid', count: 113, color: '#e08030' },
      { ...common, name: 'hawk', count: 5, color: '#3060e0' },
      {
        name: 'beam',
        count: 7,
        spawn: { type: 'pool' },
        behaviors: [{ type: 'homing', target: 'mark' }],
      },
    ],
    targets: [{ name: 'mark', position: [0, 0, 30], radius: 1 }],
    launchers: [{ name: 'gun', species: 'beam', target: 'mark', position: [0, 0, 0], speed: 9 }],
  });
}

/** A driver that shows the flock between two ticks. */
export async function drivenFlock(workers = 1): Promise<Driver> {
  const world = createWorld(flockScenario());
  tick(world, 30);
  const driver = createDriver(await createTeam(world, { workers }));
  driver.update(1.4 * world.scenario.dt);
  await driver.whenIdle(() => {});
  driver.update(0);
  return driver;
}
