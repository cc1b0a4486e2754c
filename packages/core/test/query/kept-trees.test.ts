import { command, createWorld, parseScenario, query, restore, snapshot, tick } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { randomOf } from '../helpers/random-of.ts';

const NAMES = ['a', 'b', 'c'];

/** More sets of species than a world keeps trees. */
const SETS = [NAMES, 'a', 'b', 'c', ['a', 'b'], ['b', 'c'], ['a', 'c']] as const;

/** Three species that move, die and are born, so every tick changes what queries find. */
function create(seed: number, kernel: 'ts' | 'simd') {
  const region = { type: 'box', min: [-20, -9, -4], max: [31, 9, 4] };
  const species = NAMES.map((name, k) => ({
    ...{ name, count: 40 + 60 * k, capacity: 200, maxSpeed: 3 + k, maxForce: 20 },
    spawn: { ...region, velocity: { speed: 2 } },
    behaviors: [{ type: 'wander', weight: 5 }],
  }));
  const scenario = parseScenario({ name: 'kept-trees', seed, dt: 0.1, species });
  return createWorld(scenario, { kernel });
}

describe('the trees of queries', () => {
  it.each([
    [1, 'ts'],
    [2, 'simd'],
    [3, 'simd'],
  ] as const)('serve all queries of a tick, and no other tick (seed %i, %s)', (seed, kernel) => {
    const world = create(seed, kernel);
    const random = randomOf(seed);
    const points = Float32Array.from({ length: 3 * 7 }, () => 40 * random() - 15);
    for (let round = 0; round < 6; round++) {
      // A copy has built no tree yet.
      const fresh = () => restore(snapshot(world), { kernel });
      for (let ask = 0; ask < 6; ask++) {
        const species = SETS[Math.floor(random() * SETS.length)];
        const [request] = [
          { type: 'nearest', points, k: 1 + (ask % 9), species } as const,
          { type: 'radius', points, radius: 6, species } as const,
        ].slice(ask % 2);
        expect(query(world, request)).toEqual(query(fresh(), request));
      }
      const alive = [...world.views.id].filter((_, at) => world.views.status[at] !== 0);
      const ids = alive.filter(() => random() < 0.05);
      if (ids.length > 0) command(world, { type: 'remove', ids: Uint32Array.from(ids) });
      command(world, { type: 'spawn', species: 'c', count: 3, position: [round, 2, -1] });
      tick(world, 1 + (round % 3));
    }
  });
});
