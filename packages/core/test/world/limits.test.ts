import { describe, expect, it } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { LIMITS } from '../../src/schema/limits.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick, tickSliced } from '../../src/tick/tick.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { randomOf, shuffled } from '../helpers/random-of.ts';

const BOX = { min: [-9, -9, -9], max: [9, 9, 9] };

/** Species that flock, avoid and hunt, with a given number of behaviors each. */
function many(species: number, behaviorsEach: number) {
  const name = (k: number): string => `s${k % species}`;
  return {
    name: 'many',
    bounds: { type: 'wrap', min: [-12, -12, -12], max: [12, 12, 12] },
    obstacles: [{ type: 'sphere', center: [0, 0, 0], radius: 2 }],
    species: Array.from({ length: species }, (_, k) => ({
      name: name(k),
      count: 4 + (k % 3),
      maxSpeed: 3,
      spawn: { type: 'box', ...BOX, velocity: { speed: 2 } },
      behaviors: [
        { type: 'separation', radius: 3, species: [name(k + 1), name(k + species - 1)] },
        { type: 'pursue', quarry: name(k + 2) },
        { type: 'cohesion', radius: 4 },
        { type: 'avoidance' },
        { type: 'alignment', radius: 2, species: [name(species - 1)] },
        { type: 'evade', quarry: name(k + 3) },
        { type: 'wander' },
        { type: 'separation', radius: 1 },
        { type: 'cohesion', radius: 2, species: [name(k)] },
      ].slice(0, behaviorsEach),
    })),
  };
}

describe('the largest number of species, and of behaviors', () => {
  const each = Math.floor(LIMITS.behaviors / LIMITS.species);
  const scenario = parseScenario(many(LIMITS.species, each));

  it('are stepped to the same bits by both kernels and any number of workers', () => {
    const alone = createWorld(scenario, { kernel: 'ts', maxWorkers: 1 });
    const worlds = someOf([1, 3, 8], 2).map((workers) => ({
      workers,
      world: createWorld(scenario, { kernel: 'simd', maxWorkers: 8 }),
    }));
    const random = randomOf(3);
    for (let t = 0; t < (LONG ? 10 : 2); t++) {
      tick(alone);
      for (const { workers, world } of worlds) {
        tickSliced(world, shuffled(workers, random));
        expect(stateHash(world)).toBe(stateHash(alone));
      }
    }
  });

  it('move: the last species as well as the first', () => {
    const still = { ...many(LIMITS.species, 0) };
    const [one, other] = [createWorld(scenario), createWorld(parseScenario(still))];
    tick(one, 20);
    tick(other, 20);
    const last = one.count - 1;
    for (const id of [0, last]) {
      const [at, there] = [one.views.slot[id], other.views.slot[id]];
      expect(one.views.velocity.x[at]).not.toBe(other.views.velocity.x[there]);
    }
  });
});

it('more species or behaviors than the limit are refused with their number', () => {
  const tooMany = LIMITS.species + 1;
  expect(() => parseScenario(many(tooMany, 1))).toThrow(
    `$.species: found an array of ${tooMany}, expected at most ${LIMITS.species} elements`,
  );
  expect(() => parseScenario(many(LIMITS.species, 9))).toThrow(
    `$.species: found ${9 * LIMITS.species} behaviors in all, expected at most ${LIMITS.behaviors}`,
  );
});
