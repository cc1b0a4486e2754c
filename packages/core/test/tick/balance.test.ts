import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { balance } from '../../src/tick/balance.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { prepareRun } from '../../src/tick/run.ts';
import { runThread } from '../../src/tick/run-thread.ts';
import { tick, tickSliced } from '../../src/tick/tick.ts';
import { innerOf } from '../../src/world/public-world.ts';
import { setWorkers } from '../../src/world/slice.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';
import { ThreadTeam } from '../helpers/thread-team.ts';

/** The work of each slice where the agent at place i costs cost(i). */
function workOf(cut: Int32Array, cost: (place: number) => number): number[] {
  return Array.from({ length: cut.length - 1 }, (_, worker) => {
    let work = 0;
    for (let i = cut[worker]; i < cut[worker + 1]; i++) work += cost(i);
    return work;
  });
}

describe('balance', () => {
  it.each([
    ['a dense head', (i: number) => (i < 1000 ? 30 : 1)],
    ['a dense tail', (i: number) => (i > 95_000 ? 50 : 1)],
    ['a slope', (i: number) => i],
    ['islands', (i: number) => (i % 20_000 < 2000 ? 40 : 1)],
    ['a desert without work', (i: number) => (i < 70_000 ? 0 : 1)],
  ])('gives all workers the same work: %s', (_name, cost) => {
    for (const workers of someOf([3, 2, 8], 3)) {
      const cut = Int32Array.from({ length: workers + 1 }, (_, w) =>
        Math.floor((100_000 / workers) * w),
      );
      for (let tick = 0; tick < (LONG ? 400 : 200); tick++) balance(cut, workOf(cut, cost));
      const work = workOf(cut, cost);
      const mean = work.reduce((sum, value) => sum + value, 0) / workers;
      expect(Math.max(...work) / mean, `${workers} workers`).toBeLessThan(1.05);
    }
  });

  it('leaves slices that cover every place once, for any times, seed 12', () => {
    const times = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e6, noNaN: true }));
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3000 }),
        fc.array(fc.array(times, { minLength: 5, maxLength: 5 }), { maxLength: 30 }),
        (agents, ticks) => {
          const cut = new Int32Array(6).fill(agents);
          cut[0] = 0;
          for (const work of ticks) {
            balance(cut, work);
            expect(cut[0]).toBe(0);
            expect(cut[5]).toBe(agents);
            for (let k = 1; k <= 5; k++) {
              expect(cut[k]).toBeGreaterThanOrEqual(cut[k - 1]);
              if (cut[k] !== agents) expect(cut[k] % 16).toBe(0);
            }
          }
        },
      ),
      { seed: 12, numRuns: LONG ? 300 : 100 },
    );
  });

  it.each([
    ['no time', [0, 0, 0]],
    ['a time that is no number', [3, Number.NaN, 1]],
  ])('leaves cuts where they are when work took %s', (_, work) => {
    const cut = Int32Array.of(0, 1600, 1616, 4800);
    balance(cut, work);
    expect([...cut]).toEqual([0, 1600, 1616, 4800]);
  });

  it.each([
    ['as far as a grain, where it is a grain off', [0, 16, 64], [16, 48], [0, 32, 64]],
    ['nowhere, where it is less than a grain off', [0, 16, 64], [17, 47], [0, 16, 64]],
    ['an eighth of the way, where it is far off', [0, 1600, 3200], [4, 0], [0, 1504, 3200]],
    // A share of it rounds to nothing.
    [
      'where all work is too little to share',
      [0, 1600, 1616, 4800],
      [0, 5e-324, 0],
      [0, 1408, 1616, 4800],
    ],
  ])('moves a cut %s', (_, from, work, to) => {
    const cut = Int32Array.from(from);
    balance(cut, work);
    expect([...cut]).toEqual(to);
  });

  it('moves little for one bad tick', () => {
    const cut = Int32Array.of(0, 50_000, 100_000);
    balance(cut, [100, 10]);
    expect(cut[1]).toBeGreaterThan(46_000);
  });
});

const scene = parseScenario({
  name: 'uneven',
  seed: 9,
  bounds: { type: 'wrap', min: [-20, -20, -20], max: [20, 20, 20] },
  species: ['bee', 'wasp'].map((name, index) => ({
    name,
    count: 700 + 300 * index,
    lifetime: 0.3 + index,
    spawn: { type: 'sphere', center: [9 * index, 0, 0], radius: 3, velocity: { speed: 2 } },
    behaviors: [
      { type: 'separation', radius: 1.5 },
      { type: 'alignment', radius: 1.5 },
      { type: 'wander' },
    ],
  })),
});

function oracle(ticks: number): string[] {
  const world = createWorld(scene);
  return Array.from({ length: ticks }, () => {
    tick(world);
    return stateHash(world);
  });
}

describe('cuts that move', () => {
  it('change no bit in any position, seed 77', () => {
    const random = randomOf(77);
    const world = createWorld(scene);
    const hashes = oracle(30).map(() => {
      setWorkers(world, 4);
      const cuts = [random(), random(), random()].map((u) => Math.round((u * 1700) / 16) * 16);
      cuts
        .sort((a, b) => a - b)
        .forEach((place, k) => {
          world.control.cut[k + 1] = place;
        });
      tickSliced(world, [2, 0, 3, 1]);
      return stateHash(world);
    });
    expect(hashes).toEqual(oracle(30));
  });

  it('follow the times of real threads, and change no bit', async () => {
    const team = new ThreadTeam(createWorld(scene, { maxWorkers: 3 }), 3);
    await Promise.all(team.run(40, { hash: false }));
    const { cut } = innerOf(team.world).control;
    expect([...cut.subarray(0, 4)]).not.toEqual([0, 560, 1136, 1700]);
    expect(stateHash(team.world)).toBe(oracle(40).at(-1));
    await team.dispose();
  });

  it('begin equal, and are kept between runs with the same number of workers', () => {
    const world = createWorld(scene, { maxWorkers: 4 });
    prepareRun(world, { workers: 2, untilTick: 1, hash: false });
    expect([...world.control.cut.subarray(0, 3)]).toEqual([0, 848, 1700]);
    world.control.cut[1] = 320;
    prepareRun(world, { workers: 2, untilTick: 1, hash: false });
    expect(world.control.cut[1]).toBe(320);
    prepareRun(world, { workers: 1, untilTick: 1, hash: false });
    expect([...world.control.cut.subarray(0, 2)]).toEqual([0, 1700]);
    runThread(world, { worker: 0, spins: 0, now: () => 0 });
    expect(stateHash(world)).toBe(oracle(1)[0]);
  });
});
