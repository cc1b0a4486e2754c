import { describe, expect, test } from 'vitest';
import {
  createWorld,
  parseScenario,
  type Scenario,
  stateHash,
  tick,
  type World,
} from '../../src/index.ts';
import { innerOf } from '../../src/world/public-world.ts';
import { NEIGHBOR_SCRATCH } from '../../src/world/sizes.ts';
import { someOf } from '../helpers/long.ts';

/** The capacity of the list of blocks in the SIMD search. */
const PLACES = (NEIGHBOR_SCRATCH.blocksEnd - NEIGHBOR_SCRATCH.blocks) / 2;

/**
 * Balls of agents in opposite corners of a torus, so dense that all of a ball are neighbors of each
 * other, and of the other ball across three seams.
 */
function balls(counts: readonly number[], behaviors: object[]): Scenario {
  return parseScenario({
    name: 'balls',
    seed: 5,
    bounds: { type: 'wrap', min: [-8, -8, -8], max: [8, 8, 8] },
    species: counts.map((count, index) => ({
      name: `ball${index}`,
      count,
      spawn: {
        type: 'sphere',
        center: index === 0 ? [-7.7, 7.7, -7.75] : [7.7, -7.75, 7.7],
        radius: 0.2,
        velocity: { speed: 1 },
      },
      maxSpeed: 4,
      behaviors,
    })),
  });
}

const alike = [
  { type: 'cohesion', radius: 2 },
  { type: 'alignment', radius: 2 },
  { type: 'separation', radius: 2 },
];
const unlike = [
  { type: 'cohesion', radius: 2, cosine: -0.3 },
  { type: 'alignment', radius: 1.1, species: ['ball0'] },
  { type: 'separation', radius: 0.15, cosine: 0.2 },
];

function forcesOf(world: World): Uint32Array[] {
  tick(world);
  const { x, y, z } = innerOf(world).scratch.force;
  return [x, y, z].map((plane) => new Uint32Array(plane.buffer, plane.byteOffset, plane.length));
}

describe.each([
  ['one radius for all', alike],
  ['a view of each', unlike],
])('%s', (name, behaviors) => {
  const all: readonly [number[]][] = [
    [[1]],
    [[127]],
    [[128, 129]],
    [[513, 3]],
    [[PLACES - 1]],
    [[PLACES]],
    [[PLACES + 1]],
    [[PLACES + 5, 1300]],
    [[2 * PLACES + 3]],
  ];

  test.each(someOf(all, 2, name.length))('crowds of %j, too many for the lists', (counts) => {
    const scenario = balls(counts, behaviors);
    const ts = createWorld(scenario, { kernel: 'ts', maxWorkers: 1 });
    const simd = createWorld(scenario, { kernel: 'simd', maxWorkers: 1 });
    const theirs = forcesOf(simd);
    forcesOf(ts).forEach((plane, axis) => {
      const at = plane.findIndex((word, i) => word !== theirs[axis][i]);
      if (at >= 0) expect.fail(`force ${'xyz'[axis]} at place ${at}`);
    });
    expect(stateHash(simd)).toBe(stateHash(ts));
  });
});
