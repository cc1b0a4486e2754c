import {
  command,
  createWorld,
  measure,
  parseScenario,
  snapshot,
  stateHash,
  tick,
  type World,
} from '@skein/core';
import { describe, expect, it } from 'vitest';
import { someOf } from '../../../core/test/helpers/long.ts';
import { encodeCheckpoint } from '../../src/jobs/checkpoint.ts';
import type { Job, JobResult } from '../../src/jobs/job.ts';
import { JobMaker } from '../../src/jobs/make-job.ts';
import { runJob } from '../../src/jobs/run-job.ts';
import { readPlan } from '../../src/plan/read-plan.ts';
import { flock, flockPlan } from '../scenes.ts';
import { MemoryStore } from './memory-store.ts';

function jobOf(change: Record<string, unknown> = {}, index = 0): Job {
  const job = new JobMaker(readPlan(flockPlan(change))).make(index);
  if ('error' in job) throw job.error;
  return job;
}

/** A result without what differs from run to run. */
function bitsOf({ ms, ...bits }: JobResult): Omit<JobResult, 'ms'> {
  expect(ms).toBeGreaterThan(0);
  return bits;
}

function after(world: World, ticks: number): World {
  tick(world, ticks);
  return world;
}

function stepped(change: object, ticks: number, seed = 1): World {
  return after(createWorld(parseScenario({ ...flock(), ...change }), { seed }), ticks);
}

describe('runJob', () => {
  it('steps and samples as stepping by hand does, on either kernel', async () => {
    const job = jobOf({ measures: ['polarization', 'each.alive'] }, 3);
    const world = createWorld(job.scenario, { seed: job.seed, kernel: 'ts' });
    const [sampleTicks, samples]: [number[], number[][]] = [[], [[], [], []]];
    for (;;) {
      if ([0, 10, 20, 23].includes(world.tick)) {
        sampleTicks.push(world.tick);
        for (const [at, value] of measure(world, job.measures).entries()) samples[at].push(value);
      }
      if (world.tick === 23) break;
      tick(world);
    }
    const { index, key, parameters, seed, ticks } = job;
    const engine = expect.stringMatching(/^\d+\.\d+\.\d+$/);
    const expected = { index, key, parameters, seed, ticks, engine, hash: stateHash(world) };
    for (const kernel of ['ts', 'simd'] as const) {
      const result = bitsOf(await runJob(job, { kernel }));
      expect(result).toEqual({ ...expected, sampleTicks, samples });
      expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    }
  });

  it.each([
    [1, 1, [0, 1]],
    [1, 60, [0, 1]],
    [6, 3, [0, 3, 6]],
    [7, 3, [0, 3, 6, 7]],
  ])('samples %i ticks, every %i, with each end once', async (ticks, every, sampleTicks) => {
    expect((await runJob(jobOf({ ticks, every }))).sampleTicks).toEqual(sampleTicks);
  });

  it('returns null where there is nothing to measure', async () => {
    const species = [
      { name: 'beam', count: 3, spawn: { type: 'pool' }, behaviors: [] },
      { name: 'stone', count: 1, spawn: { type: 'points', positions: [[0, 0, 0]] } },
    ];
    const job = jobOf({
      scenario: { name: 'none', species },
      parameters: {},
      measures: ['beam.speed', 'beam.alive'],
    });
    expect((await runJob(job)).samples).toEqual([
      [null, null, null, null],
      [0, 0, 0, 0],
    ]);
  });

  it('continues from any checkpoint to the same bits, even on the other kernel', async () => {
    const job = jobOf({ ticks: 30, every: 7, measures: ['polarization', 'nearest'] });
    const expected = bitsOf(await runJob(job));
    const store = new MemoryStore();
    const all: Uint8Array[] = [];
    store.onSave = (bytes) => all.push(bytes.slice());
    const saving = { checkpoints: store, checkpointMs: 0, sliceMs: 0 };
    expect(bitsOf(await runJob(job, saving))).toEqual(expected);
    expect([all.length, store.calls.at(-1), store.saved.size]).toEqual([29, 'remove', 0]);
    for (const [at, bytes] of someOf([...all.entries()], 7)) {
      for (const kernel of someOf(['ts', 'simd'] as const, 2, at)) {
        const later = new MemoryStore();
        later.saved.set(job.key, bytes);
        const ticks: number[] = [];
        const onTick = (tick: number): void => void ticks.push(tick);
        const options = { checkpoints: later, kernel, sliceMs: 0, onTick };
        expect(bitsOf(await runJob(job, options))).toEqual(expected);
        expect(ticks[0]).toBe(at + 2);
        expect(later.calls).toEqual(['load', 'remove']);
      }
    }
  });

  const unfit: [string, (world: World, job: Job) => World, object, string][] = [
    ['another scenario', () => stepped({ name: 'another' }, 20), {}, 'scenario "another", seed 1'],
    ['another seed', (_, job) => stepped(job.scenario, 20, 99), {}, 'seed 99'],
    [
      'a tick beyond the end',
      (world) => after(world, 20),
      {},
      'found tick 40, expected at most 23',
    ],
    [
      'commands',
      (world) => {
        command(world, { type: 'remove', ids: [0] });
        return after(world, 1);
      },
      { sampleTicks: [0, 10, 20] },
      'found 1 commands, expected none',
    ],
    [
      'samples of other ticks',
      (world) => world,
      { sampleTicks: [0, 10, 19] },
      '.sampleTicks: found',
    ],
    ['too few samples', (world) => world, { samples: [[1, 2, 3]] }, 'each of 2 measures'],
    ['ragged samples', (world) => world, { samples: [[1, 2, 3], [1]] }, 'lists of 3 numbers'],
    [
      'texts for samples',
      (world) => world,
      {
        samples: [
          [1, 2, 3],
          [1, '=1+1', 2],
        ],
      },
      '.samples[1]',
    ],
    ['no samples', (world) => world, { samples: undefined }, '.samples: found nothing'],
  ];
  it.each(someOf(unfit, 3))(
    'starts anew if the checkpoint has %s',
    async (_, change, more, notice) => {
      const job = jobOf({ measures: ['polarization', 'nearest'] });
      const expected = bitsOf(await runJob(job));
      const world = change(after(createWorld(job.scenario), 20), job);
      const samples = {
        sampleTicks: [0, 10, 20],
        samples: [
          [1, 2, 3],
          [1, 2, 3],
        ],
      };
      const head = { key: job.key, engine: expected.engine, ms: 1, ...samples, ...more };
      const store = new MemoryStore();
      store.saved.set(job.key, encodeCheckpoint({ ...head, snapshot: snapshot(world) }));
      const told: string[] = [];
      const onNotice = (text: string): void => void told.push(text);
      expect(bitsOf(await runJob(job, { checkpoints: store, onNotice }))).toEqual(expected);
      expect(told).toEqual([expect.stringContaining(notice)]);
    },
  );

  it('saves its state when it is stopped, and continues from there', async () => {
    const job = jobOf();
    const expected = bitsOf(await runJob(job));
    const store = new MemoryStore();
    const controller = new AbortController();
    const stopAt = (tick: number): void => {
      if (tick === 9) controller.abort();
    };
    const saving = { checkpoints: store, checkpointMs: 1e-3, sliceMs: 0 };
    const stopped = runJob(job, { ...saving, signal: controller.signal, onTick: stopAt });
    await expect(stopped).rejects.toMatchObject({
      code: 'JOB_ABORTED',
      message: 'run 0 was stopped',
    });
    expect(store.saved.size).toBe(1);
    const ticks: number[] = [];
    const onTick = (tick: number): void => void ticks.push(tick);
    const again = await runJob(job, { checkpoints: store, keep: true, sliceMs: 0, onTick });
    expect(bitsOf(again)).toEqual(expected);
    expect(ticks[0]).toBe(10);
    // The caller that keeps the result removes the checkpoint.
    expect(store.saved.size).toBe(1);
  });

  it('does not begin if it was stopped beforehand', async () => {
    const store = new MemoryStore();
    const options = { checkpoints: store, signal: AbortSignal.abort() };
    await expect(runJob(jobOf(), options)).rejects.toMatchObject({ code: 'JOB_ABORTED' });
    expect(store.calls).toEqual([]);
  });

  it('reports a damaged checkpoint, or one of another run, and begins at tick 0', async () => {
    const job = jobOf();
    const other = jobOf({ scenario: flock(18) });
    const expected = bitsOf(await runJob(job));
    const [own, foreign] = [new MemoryStore(), new MemoryStore()];
    const saving = { checkpointMs: 0, sliceMs: 0, keep: true };
    await runJob(job, { ...saving, checkpoints: own });
    await runJob(other, { ...saving, checkpoints: foreign });
    const damaged = own.saved.get(job.key)!.slice();
    damaged[damaged.length >> 1] ^= 4;
    for (const [bytes, said] of [
      [
        damaged,
        'run 0 starts at tick 0: checkpoint: found a wrong checksum, expected the checksum of its bytes',
      ],
      [
        new Uint8Array(3),
        'run 0 starts at tick 0: checkpoint: found 3 bytes, expected at least 44',
      ],
      [
        foreign.saved.get(other.key)!,
        expect.stringContaining(`found the checkpoint of run ${other.key}`),
      ],
    ] as const) {
      const store = new MemoryStore();
      store.saved.set(job.key, bytes);
      const notices: string[] = [];
      const onNotice = (text: string): void => void notices.push(text);
      expect(bitsOf(await runJob(job, { checkpoints: store, onNotice }))).toEqual(expected);
      expect(notices).toEqual([said]);
    }
  });

  it('lets timers have their turn', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 5);
    const { ms } = await runJob(jobOf({ ticks: 1500, scenario: flock(300) }));
    clearInterval(timer);
    // A slice is 20 ms; on a loaded machine each may take several times as long.
    expect(turns).toBeGreaterThan(ms / 300);
  });
});
