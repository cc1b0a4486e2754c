import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import type { World } from '../../src/world/world.ts';
import { LONG, long, someOf } from '../helpers/long.ts';
import { sceneText } from '../helpers/scenes.ts';

const TICKS = 900;

/** The scene of the repository, with some numbers of the dodging replaced. */
function bees(dodge: Readonly<Record<string, unknown>>, name = 'bees', seed = 1): World {
  const input = { ...JSON.parse(sceneText(name)), seed };
  Object.assign(input.species[0].behaviors[0], dodge);
  return createWorld(parseScenario(input));
}

/** The distance of the agents at two places of the sorted order, on the torus. */
function apart({ views }: World, a: number, b: number): number {
  const { x, y } = views.position;
  return between(x[a], y[a], x[b], y[b]);
}

function between(x: number, y: number, otherX: number, otherY: number): number {
  const dx = Math.abs(x - otherX);
  const dy = Math.abs(y - otherY);
  return Math.hypot(Math.min(dx, 480 - dx), Math.min(dy, 320 - dy));
}

interface Flight {
  /** Ticks in which a bee touched an enemy or a bullet, over all bees. */
  touches: number;
  /** Mean distance of a bee to the nearest other bee, over all ticks. */
  apart: number;
  /** Mean distance of the bees to the touch, by tick. */
  distances: number[];
}

function fly(world: World): Flight {
  const { species } = world.scenario;
  const [bee] = world.plan.species;
  const flight: Flight = { touches: 0, apart: 0, distances: [] };
  while (world.tick < TICKS) {
    tick(world);
    const { slot, position, targetPosition } = world.views;
    let sum = 0;
    for (let id = 0; id < bee.count; id++) {
      const at = slot[id];
      sum += between(position.x[at], position.y[at], targetPosition.x[0], targetPosition.y[0]);
      let nearest = Number.POSITIVE_INFINITY;
      for (let other = 0; other < bee.count; other++) {
        if (other !== id) nearest = Math.min(nearest, apart(world, at, slot[other]));
      }
      flight.apart += nearest / bee.count / TICKS;
      world.plan.species.slice(1).forEach(({ first, count }, k) => {
        const reach = species[0].radius + species[k + 1].radius;
        for (let other = first; other < first + count; other++) {
          if (apart(world, at, slot[other]) < reach) flight.touches++;
        }
      });
    }
    flight.distances.push(sum / bee.count);
  }
  return flight;
}

describe('the bees of the repository', () => {
  const dodging = fly(bees({}));

  it.each(someOf([1, 2, 3], 3))(
    'are touched less than a third as often as bees that dodge only bees, seed %i',
    (seed) => {
      const blind = fly(bees({ species: ['bee'] }, 'bees', seed));
      expect(blind.touches).toBeGreaterThan(1000);
      const { touches } = seed === 1 ? dodging : fly(bees({}, 'bees', seed));
      expect(touches).toBeLessThan(blind.touches / 3);
    },
  );

  long('are touched less than half as often as bees that do not look ahead', () => {
    const slow = fly(bees({ horizon: 0 }));
    expect(dodging.touches).toBeLessThan(slow.touches / 2);
  });

  long('keep several body lengths apart from one another', () => {
    expect(dodging.apart).toBeGreaterThan(18);
    const crowded = fly(bees({ species: ['enemy', 'bullet'] }));
    expect(crowded.apart).toBeLessThan(6);
  });

  it('gather at the touch while they are commanded, and leave it afterwards', () => {
    expect(mean(dodging, 500, 600)).toBeLessThan(0.75 * mean(dodging, 200, 300));
    expect(mean(dodging, 700, 900)).toBeGreaterThan(1.5 * mean(dodging, 500, 600));
  });
});

describe('the bees of the article', () => {
  const dodging = fly(bees({}, 'bees-article'));

  it.runIf(LONG)(
    'are touched less often than bees that dodge only bees, seeds 1 to 3 together',
    () => {
      // One seed gives 0.73 to 0.93 times as many touches, 16 seeds 0.84 on average.
      const touches = (more: object) =>
        [1, 2, 3].reduce(
          (sum, seed) => sum + fly(bees({ ...more }, 'bees-article', seed)).touches,
          0,
        );
      expect(touches({})).toBeLessThan(0.93 * touches({ species: ['bee'] }));
    },
  );

  it('stay on average within 80 m of the touch, and within 35 m while commanded', () => {
    expect(mean(dodging, 200, 300)).toBeLessThan(80);
    expect(mean(dodging, 500, 600)).toBeLessThan(35);
  });

  long('keep farther apart than bees that do not dodge their fellows', () => {
    const crowded = fly(bees({ species: ['enemy', 'bullet'] }, 'bees-article'));
    expect(dodging.apart).toBeGreaterThan(3 * crowded.apart);
  });
});

function mean({ distances }: Flight, from: number, to: number): number {
  return distances.slice(from, to).reduce((sum, value) => sum + value, 0) / (to - from);
}
