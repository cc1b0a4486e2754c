import { createWorld, parseScenario, tick } from '@skein/core';
import { innerOf, tickSliced } from '@skein/core/internal';
import { describe, expect, it } from 'vitest';
import { Births } from '../../src/sync/births.ts';
import { stretchesOf } from '../../src/sync/ring.ts';

/** One agent that leaves 7 particles per tick, each visible for 7 ticks. */
function world(capacity: number) {
  return createWorld(
    parseScenario({
      name: 'straight',
      dt: 0.1,
      particles: { capacity },
      species: [
        {
          name: 'dart',
          count: 1,
          maxSpeed: 7,
          spawn: { type: 'points', positions: [[0, 0, 0]], velocities: [[2, 3, 6]] },
          trail: { density: 10, attenuation: 10 },
        },
      ],
    }),
  );
}

describe('Births', () => {
  it.each([30, 47, 49, 1000])('are taken once each, in a ring of %d', (capacity) => {
    const w = world(capacity);
    const births = new Births(w);
    births.copyFrom(w);
    // Births that are taken go to a copy, as they would to a graphics card.
    const copy = new Uint32Array(capacity);
    for (const ticks of [0, 1, 2, 1, 1, 4, 1, 12, 1, 3]) {
      for (let t = 0; t < ticks; t++) {
        tick(w, 1);
        births.copyFrom(w);
      }
      let taken = 0;
      for (const { first, count } of births.takeFresh()) {
        copy.set(innerOf(w).particles.bornTick.subarray(first, first + count), first);
        taken += count;
      }
      expect(taken, `after ${ticks}`).toBe(Math.min(capacity, 7 * ticks));
      expect(copy).toEqual(innerOf(w).particles.bornTick);
      expect(births.takeFresh()).toEqual([]);
      births.renew();
      const kept = births.takeFresh().reduce((sum, { count }) => sum + count, 0);
      expect(kept).toBe(Math.min(capacity, 7 * w.tick));
      expect(births.count).toBe(Math.min(capacity, 7 * Math.min(w.tick, 7)));
      const newest = (births.first + births.count + capacity - 1) % capacity;
      if (w.tick > 0) expect(innerOf(w).particles.bornTick[newest]).toBe(w.tick);
    }
  });

  it('know the thread that stepped the agent, also across the end of the ring', () => {
    const spawn = { type: 'box', min: [-9, -9, -9], max: [9, 9, 9], velocity: { speed: 30 } };
    const trail = { density: 3, attenuation: 10 };
    const w = createWorld(
      parseScenario({
        name: 'many',
        particles: { capacity: 1000 },
        species: [{ name: 'dart', count: 203, maxSpeed: 30, spawn, trail }],
      }),
    );
    const births = new Births(w);
    births.copyFrom(w);
    for (const workers of [1, 3, 3, 2]) {
      tickSliced(w, [...Array(workers).keys()]);
      births.copyFrom(w);
      const threads = births
        .takeFresh()
        .flatMap(({ first, count }) => [...births.threads.subarray(first, first + count)]);
      const counted = Array.from(
        { length: workers },
        (_, worker) => threads.filter((thread) => thread === worker).length,
      );
      const { birthCount } = innerOf(w).scratch;
      expect(counted).toEqual([...birthCount.subarray(0, workers)]);
      expect(Math.min(...counted)).toBeGreaterThan(50);
      expect(threads).toEqual([...threads].sort((a, b) => a - b));
    }
  });

  it('divide the births of several ticks among the threads', () => {
    const w = world(100);
    const births = new Births(w);
    births.copyFrom(w);
    for (let k = 0; k < 4; k++) tickSliced(w, [0, 1]);
    births.copyFrom(w);
    // A single agent belongs to the last thread.
    expect([...births.threads.subarray(0, 28)]).toEqual(new Array(28).fill(1));
  });

  it('are none in a world without particles', () => {
    const spawn = { type: 'sphere', center: [0, 0, 0], radius: 4 };
    const w = createWorld(
      parseScenario({ name: 'dark', species: [{ name: 'a', count: 3, spawn }] }),
    );
    const births = new Births(w);
    births.copyFrom(w);
    expect([births.capacity, births.count, births.takeFresh()]).toEqual([0, 0, []]);
  });
});

describe('stretchesOf', () => {
  it.each([
    [5, 2, 0, []],
    [5, 2, 3, [[2, 3]]],
    [
      5,
      4,
      3,
      [
        [4, 1],
        [0, 2],
      ],
    ],
    [
      5,
      3,
      5,
      [
        [3, 2],
        [0, 3],
      ],
    ],
    [5, 0, 5, [[0, 5]]],
  ])('of %d places from %d on, %d', (capacity, first, count, wanted) => {
    const found = stretchesOf(capacity, first, count).map((stretch) => [
      stretch.first,
      stretch.count,
    ]);
    expect(found).toEqual(wanted);
  });
});
