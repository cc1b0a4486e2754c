import { expect, it } from 'vitest';
import { createWorld } from '../../../src/tick/create-world.ts';
import { tick } from '../../../src/tick/tick.ts';
import type { World } from '../../../src/world/world.ts';
import { leastGap } from '../../helpers/gaps.ts';
import { someOf } from '../../helpers/long.ts';
import { distance, positionOf, scene, type Triple } from '../../helpers/scenes.ts';

/** How far (m) the agent with an id is from its goal. */
function wayLeft(world: World, id: number): number {
  const { x, y, z } = world.front.goal;
  const at = world.front.slot[id];
  return distance(positionOf(world, id), [x[at], y[at], z[at]] as Triple);
}

function farthest(world: World): number {
  let most = 0;
  for (let id = 0; id < world.count; id++) most = Math.max(most, wayLeft(world, id));
  return most;
}

it.each(
  someOf(
    [
      ['circle-3d', 600],
      ['circle', 2500],
    ],
    2,
  ),
)('%s: no two agents ever touch, and all arrive', { timeout: 180_000 }, (name, ticks) => {
  const world = createWorld(scene(name), { maxWorkers: 1 });
  let least = Number.POSITIVE_INFINITY;
  for (let t = 0; t < ticks; t++) {
    tick(world);
    least = Math.min(least, leastGap(world));
  }
  expect(least).toBeGreaterThan(-1e-4);
  // They do meet: the margin between them is used up.
  expect(least).toBeLessThan(0.1);
  expect(farthest(world)).toBeLessThan(0.5);
});

it('crossing: all agents get through, and none touch once apart', {
  timeout: 120_000,
}, () => {
  const world = createWorld(scene('crossing'), { maxWorkers: 1 });
  const { obstacles, species } = world.scenario;
  // Some bodies overlap at the random start; they part at once.
  tick(world, 10);
  let least = Number.POSITIVE_INFINITY;
  for (let t = world.tick; t < 1800; t++) {
    tick(world);
    least = Math.min(least, leastGap(world));
    for (let id = 0; id < world.count; id++) {
      const { radius } = species[world.views.species[world.views.slot[id]]];
      for (const pillar of obstacles) {
        if (pillar.type !== 'sphere') expect.fail('a pillar is round');
        const gap = distance(positionOf(world, id), pillar.center) - pillar.radius - radius;
        least = Math.min(least, gap);
      }
    }
  }
  expect(least).toBeGreaterThan(-1e-4);
  // Two goals may be nearer to each other than the bodies allow.
  expect(farthest(world)).toBeLessThan(2);
});
