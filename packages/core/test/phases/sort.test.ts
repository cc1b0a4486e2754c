import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tickSliced } from '../../src/tick/tick.ts';
import { rangeOf, setWorkers, sliceOf } from '../../src/world/slice.ts';
import { STATUS } from '../../src/world/status.ts';
import type { SharedWorld } from '../../src/world/world.ts';
import { checkSorted } from '../helpers/check-state.ts';
import { flockInput } from '../helpers/flocks.ts';
import { randomOf, shuffled } from '../helpers/random-of.ts';
import { runsOf } from '../helpers/runs.ts';
import { pointsOf, worldOf } from '../helpers/scenes.ts';

// bin, prefixSum and scatter together: agents by cell, the dead last, stable, for any slices.

describe.each([1, 3, 17, 1003])('%i agents', (count) => {
  it.each([1, 2, 3, 5, 13, 32])('are sorted by cell in %i slices, stably', (workers) => {
    const world = worldOf(flockInput(count, 'wrap', 3, 5));
    const random = randomOf(count + workers);
    for (let k = 0; k < 5; k++) {
      const before = Array.from(world.views.id);
      tickSliced(world, shuffled(workers, random));
      checkSorted(world, before);
    }
  });
});

it('dead, waiting and coincident agents keep their order behind and within cells', () => {
  const world = worldOf({
    dt: 0.1,
    species: [
      { name: 'ghost', count: 20, spawn: { type: 'pool' } },
      { name: 'mayfly', ...pointsOf(Array(20).fill([5, 5, 5])), lifetime: 0.3 },
      {
        name: 'bird',
        ...pointsOf(Array(20).fill([5, 5, 5])),
        behaviors: [{ type: 'cohesion', radius: 1 }],
      },
    ],
  });
  for (let k = 0; k < 6; k++) {
    const before = Array.from(world.views.id);
    tickSliced(world, [2, 0, 1]);
    checkSorted(world, before);
  }
  const { id, status } = world.views;
  expect(Array.from(id.subarray(0, 20))).toEqual(Array.from({ length: 20 }, (_, k) => 40 + k));
  expect(status.subarray(20).every((value) => value === STATUS.dead)).toBe(true);
});

/** The parts of a world that slices need. */
function sliced(agents: number, workers: number): SharedWorld {
  const control = { word: new Int32Array(64), cut: new Int32Array(33) };
  const world = { plan: { agents }, control } as unknown as SharedWorld;
  setWorkers(world, workers);
  return world;
}

describe('slices', () => {
  it('cover every place once, in order, cut at multiples of 16, seed 3', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 1, max: 32 }), (n, w) => {
        const world = sliced(n, w);
        let place = 0;
        for (let worker = 0; worker < w; worker++) {
          const [begin, end] = sliceOf(world, worker);
          expect(begin).toBe(place);
          expect(end).toBeGreaterThanOrEqual(begin);
          if (end < n) expect(end % 16).toBe(0);
          place = end;
        }
        expect(place).toBe(n);
      }),
      { seed: 3, numRuns: runsOf(150, 500) },
    );
  });

  it('depend on the number of workers, not on where those of another number were cut', () => {
    const world = sliced(100, 2);
    // All the work fell to the first worker: the same cut as that of a single worker's slice.
    world.control.cut[1] = 100;
    setWorkers(world, 1);
    setWorkers(world, 2);
    expect([sliceOf(world, 0), sliceOf(world, 1)]).toEqual([
      [0, 48],
      [48, 100],
    ]);
  });

  it('differ by 16 agents at most', () => {
    const world = sliced(16 * 100, 7);
    const sizes = [0, 1, 2, 3, 4, 5, 6].map((worker) => {
      const [begin, end] = sliceOf(world, worker);
      return end - begin;
    });
    expect(Math.max(...sizes) - Math.min(...sizes)).toBe(16);
  });

  it('ranges cover everything once, and differ by one at most', () => {
    for (const [count, workers] of [
      [0, 3],
      [1, 32],
      [17, 5],
      [1000, 7],
      [4_194_304, 31],
    ]) {
      const ranges = Array.from({ length: workers }, (_, worker) =>
        rangeOf(count, workers, worker),
      );
      expect(ranges[0][0]).toBe(0);
      expect(ranges[workers - 1][1]).toBe(count);
      for (let k = 1; k < workers; k++) expect(ranges[k][0]).toBe(ranges[k - 1][1]);
      const sizes = ranges.map(([begin, end]) => end - begin);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    }
  });
});
