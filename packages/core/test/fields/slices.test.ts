import { describe, expect, it } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick, tickSliced } from '../../src/tick/tick.ts';
import type { KernelName } from '../../src/world/plan.ts';
import type { World } from '../../src/world/world.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { type FieldSceneOptions, fieldScene } from './scenes.ts';

const KERNELS: readonly KernelName[] = ['ts', 'simd'];
const TICKS = LONG ? 8 : 4;

/** The hashes of steps by W workers that take turns to go first; every other tick the slices are cut elsewhere. */
function hashesOf(world: World, workers: number): string[] {
  const order = Array.from({ length: workers }, (_, k) => k);
  return Array.from({ length: TICKS }, (_, at) => {
    order.push(order.shift()!);
    if (at % 2 === 1) {
      const { cut } = world.control;
      for (let k = 1; k < workers; k++) cut[k] = 16 * Math.floor((cut[k] * (k % 2 ? 0.7 : 1)) / 16);
      cut.subarray(1, workers).sort();
    }
    tickSliced(world, order);
    return stateHash(world);
  });
}

const SCENES: readonly [string, FieldSceneOptions][] = [
  ['a torus in the plane', {}],
  ['walls in the plane', { wraps: false, cells: [3, 7] }],
  ['a torus in space', { dimensions: 3 }],
  ['walls in space', { dimensions: 3, wraps: false, cells: [2, 13, 3] }],
  ['one cell', { cells: [1, 1], count: 61 }],
  ['one agent', { count: 1 }],
  ['more cells than agents', { cells: [190, 160], count: 17, diffusion: 1.4 }],
  ['deposits that are not finite', { behaviors: [{ type: 'law:spoil' }, { type: 'law:flood' }] }],
];

describe.each(SCENES.map((one, k) => [...one, k] as const))('in %s, seed 7', (_, options, k) => {
  it('hashes are the same for any number of workers, cuts and kernel', { timeout: 60_000 }, () => {
    const scenario = fieldScene(options);
    const make = (kernel: KernelName) => createWorld(scenario, { kernel, maxWorkers: 13 });
    const expected = hashesOf(make('ts'), 1);
    expect(new Set(expected).size).toBe(TICKS);
    for (const workers of someOf([1, 2, 3, 5, 8, 13], 6, k)) {
      for (const kernel of someOf(KERNELS, 2, k + 1)) {
        expect([workers, kernel, hashesOf(make(kernel), workers)]).toEqual([
          workers,
          kernel,
          expected,
        ]);
      }
    }
  });

  it('a run continues from a snapshot with the same hashes', () => {
    const scenario = fieldScene(options);
    const world = createWorld(scenario, { kernel: 'simd' });
    tick(world, 3);
    const again = restore(snapshot(world), { kernel: 'ts' });
    expect(stateHash(again)).toBe(stateHash(world));
    tick(world, 2);
    tickSliced(again, [0]);
    tickSliced(again, [0]);
    expect(stateHash(again)).toBe(stateHash(world));
  });
});
