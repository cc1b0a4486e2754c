import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import type { World } from '../../src/world/world.ts';
import { sceneText } from '../helpers/scenes.ts';

const TICKS = 900;

/** The scene of the repository, with some numbers of the dodging replaced. */
function bees(dodge: Readonly<Record<string, unknown>>): World {
  const input = JSON.parse(sceneText('bees'));
  Object.assign(input.species[0].behaviors[0], dodge);
  return createWorld(parseScenario(input));
}

/** The distance of two places on the torus. */
function apart(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(
    ...[480, 320].map((edge, axis) => {
      const straight = Math.abs(a[axis] - b[axis]);
      return Math.min(straight, edge - straight);
    }),
  );
}

interface Flight {
  /** Ticks in which a bee touched one that it should dodge, over all bees. */
  touches: number;
  /** Mean distance of the bees to the touch, by tick. */
  distances: number[];
}

function fly(world: World): Flight {
  const { species } = world.scenario;
  const [bee] = world.plan.species;
  const flight: Flight = { touches: 0, distances: [] };
  while (world.tick < TICKS) {
    tick(world);
    const { slot, position, targetPosition } = world.views;
    const at = (id: number) => [position.x[slot[id]], position.y[slot[id]]];
    let sum = 0;
    for (let id = 0; id < bee.count; id++) {
      sum += apart(at(id), [targetPosition.x[0], targetPosition.y[0]]);
      world.plan.species.slice(1).forEach(({ first, count }, k) => {
        const reach = species[0].radius + species[k + 1].radius;
        for (let other = first; other < first + count; other++) {
          if (apart(at(id), at(other)) < reach) flight.touches++;
        }
      });
    }
    flight.distances.push(sum / bee.count);
  }
  return flight;
}

describe('the bees of the repository', () => {
  const dodging = fly(bees({}));

  it('are touched by a fifth at most of what touches bees without a radar', () => {
    const blind = fly(bees({ freeRange: 1e-3, commandedRange: 1e-3 }));
    expect(blind.touches).toBeGreaterThan(1000);
    expect(dodging.touches).toBeLessThan(blind.touches / 5);
  });

  it('are touched less than half as often as bees that do not look ahead', () => {
    const slow = fly(bees({ horizon: 0 }));
    expect(dodging.touches).toBeLessThan(slow.touches / 2);
  });

  it('come to the touch while they are commanded, and leave it after', () => {
    const mean = (from: number, to: number): number =>
      dodging.distances.slice(from, to).reduce((sum, one) => sum + one, 0) / (to - from);
    expect(mean(500, 600)).toBeLessThan(0.75 * mean(200, 300));
    expect(mean(700, 900)).toBeGreaterThan(1.5 * mean(500, 600));
  });
});
