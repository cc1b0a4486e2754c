import { createWorld, stateHash, TeamError, tick } from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { expect, it, vi } from 'vitest';
import { LONG, long, someOf } from '../../core/test/helpers/long.ts';
import { hostClock } from '../src/clock.ts';
import { type Crew, handshake, START_MS } from '../src/crew.ts';
import type { FaultyOptions, PlannedFault } from '../src/faults.ts';
import { hireThreads } from '../src/node/crew.ts';
import { Seat, type StartThread } from '../src/seat.ts';
import { type Host, startTeam } from '../src/start.ts';
import { ThreadCrew } from '../src/thread-crew.ts';
import { hostOf, startReal } from './own-host.ts';
import { patientTeam } from './patient-team.ts';
import { RecordedThreads } from './recorded-threads.ts';
import { hashDifference, oracle, school } from './scenes.ts';
import { VirtualClock } from './schedules/virtual-clock.ts';

const fixture = (name: string) => new URL(`./fixtures/${name}`, import.meta.url);
const world = createWorld(school);

const BROKEN = [
  ['breaks.js', /^Worker \d of 2 could not be started: this file is broken$/],
  ['missing.js', /^Worker \d of 2 could not be started: Cannot find module/],
] as const;
it.each(someOf(BROKEN, 2))(
  'names the cause when threads cannot start: %s',
  async (file, message) => {
    const crew = hireThreads(innerOf(world), 2, () => {}, hostClock, fixture(file));
    await expect(crew.ready).rejects.toThrow(TeamError);
    await expect(crew.ready).rejects.toMatchObject({
      code: 'WORKER_START_FAILED',
      message: expect.stringMatching(message),
    });
    await crew.terminate();
  },
);

it('ends a crew whose threads fail to start', async () => {
  const terminate = vi.fn(async () => {});
  const ready = Promise.reject(new Error('not ready'));
  const crew: Crew = {
    workers: 2,
    threaded: true,
    ready,
    seatsAt: () => [],
    attach: () => ({ keeps: 0, kept: Promise.resolve(), next: () => ready, all: ready }),
    shrinkTo: () => {},
    usageOf: () => () => undefined,
    run: async () => 'done',
    terminate,
  };
  const host: Host = { coresHint: 2, hire: () => crew, refusal: undefined };
  await expect(startTeam(world, { workers: 2 }, host)).rejects.toThrow('not ready');
  expect(terminate).toHaveBeenCalledOnce();
});

it('keeps its workers when a resize cannot start new threads', async () => {
  let file = 'obeys.js';
  const host: Host = {
    coresHint: 2,
    hire: (world, workers, onLoss, clock) =>
      hireThreads(world, workers, onLoss, clock, fixture(file)),
    refusal: undefined,
  };
  const team = await startTeam(world, { workers: 2 }, host);
  file = 'breaks.js';
  await expect(team.resize(3)).rejects.toMatchObject({ code: 'WORKER_START_FAILED' });
  expect(team.workers).toBe(2);
  file = 'obeys.js';
  await team.resize(1);
  expect(team.workers).toBe(1);
  await team.dispose();
});

it('gives up on a thread that never answers', async () => {
  const clock = new VirtualClock();
  const answers = [Promise.resolve(), new Promise<void>(() => {})];
  const refused = expect(handshake(clock, answers, 100)).rejects.toMatchObject({
    code: 'WORKER_START_FAILED',
    worker: 1,
    message: 'Worker 1 of 2 could not be started: no answer in 100 ms',
  });
  while (await clock.step());
  await refused;
  expect(clock.now()).toBe(100);
});

it('ends a started thread that never answers, but not a thread that is still starting', async () => {
  const clock = new VirtualClock();
  const first = innerOf(world).handle;
  const second = { ...first };
  const threads: { attached: number; ended: boolean }[] = [];
  const start: StartThread = () => {
    const nth = threads.length;
    const thread = { attached: 0, ended: false };
    threads.push(thread);
    return {
      attach: () => {
        // The first answers once, the second never.
        const answers = nth === 0 && thread.attached++ === 0;
        return answers ? Promise.resolve() : new Promise(() => {});
      },
      run: async () => 'done',
      async end() {
        thread.ended = true;
      },
    };
  };
  const crew = new ThreadCrew(first, 1, { start, clock }, () => {});
  await crew.ready;
  const missed = expect(crew.attach(second).all).rejects.toThrow(`no answer in ${START_MS} ms`);
  while (await clock.step());
  await missed;
  expect(threads.map(({ ended }) => ended)).toEqual([true, false]);
  const still = expect(crew.attach(second).all).rejects.toThrow('no answer');
  while (await clock.step());
  await still;
  expect(threads.map(({ ended }) => ended)).toEqual([true, false]);
  expect(crew.seatsAt(second)).toEqual([]);
  await crew.terminate();
});

it('keeps waiting for slow threads as long as another one starts within the time limit', async () => {
  const clock = new VirtualClock();
  const answers = Array.from(
    { length: 32 },
    (_, nth) => new Promise<void>((resolve) => clock.later(nth * (START_MS - 100), resolve)),
  );
  const ready = handshake(clock, answers);
  while (await clock.step());
  await ready;
  expect(clock.now()).toBe(31 * (START_MS - 100));
});

it('waits for all other threads when one cannot be started', async () => {
  const clock = new VirtualClock();
  const late = new Promise<void>((resolve) => clock.later(300, resolve));
  let refused = false;
  const ready = handshake(clock, [Promise.reject(new Error('broken')), late]).catch((error) => {
    refused = true;
    return error;
  });
  while (clock.now() < 250) await clock.step();
  expect(refused).toBe(false);
  while (await clock.step());
  expect(await ready).toMatchObject({ worker: 0, cause: { message: 'broken' } });
});

it('replaces a thread that ends while the team is idle', async () => {
  using threads = new RecordedThreads();
  const world = createWorld(school);
  await using team = await patientTeam(world, 2);
  await team.run(5);
  const { buffer } = innerOf(world).handle.memory;
  const told = new Promise((resolve) => team.on('fault', resolve));
  await threads.all[1].terminate();
  expect(await told).toMatchObject({
    action: 'replaced',
    workers: 1,
    error: { code: 'WORKER_LOST', worker: undefined, tick: 5 },
  });
  const { hashes } = await team.run(20, { hash: true });
  expect(hashDifference(hashes, oracle(school, 25).slice(5))).toBeUndefined();
  // The thread was not stepping the world, so the world keeps its memory.
  expect(innerOf(world).handle.memory.buffer).toBe(buffer);
  await vi.waitFor(() => expect([team.workers, threads.all.length]).toEqual([2, 3]), {
    timeout: 20_000,
  });
});

long(
  'reports the number of workers when a thread ends while the team is idle, and when its replacement is ready',
  async () => {
    using threads = new RecordedThreads();
    await using team = await patientTeam(createWorld(school), 3);
    const told: string[] = [];
    team.on('fault', ({ workers }) => told.push(`fault ${workers}`));
    team.on('resize', ({ workers }) => told.push(`resize ${workers} of ${team.workers}`));
    await threads.all[1].terminate();
    await vi.waitFor(() => expect(told).toHaveLength(3), { timeout: 20_000 });
    expect(told).toEqual(['fault 2', 'resize 2 of 2', 'resize 3 of 3']);
  },
);

long('continues on the calling thread when idle threads keep ending', async () => {
  const world = createWorld(school);
  const host: Host = {
    coresHint: 2,
    hire: (world, workers, onLoss, clock) =>
      hireThreads(world, workers, onLoss, clock, fixture('quits.js')),
    refusal: undefined,
  };
  const team = await startTeam(world, { workers: 2 }, host);
  const actions: string[] = [];
  team.on('fault', ({ action }) => actions.push(action));
  const sizes = [team.workers];
  team.on('resize', ({ workers }) => sizes.push(workers));
  await vi.waitFor(() => expect(team.threaded).toBe(false), { timeout: 20_000 });
  expect(actions.filter((action) => action === 'reduced')).toHaveLength(2);
  expect(sizes.filter((workers, k) => workers === sizes[k - 1])).toEqual([]);
  expect(sizes.at(-1)).toBe(team.workers);
  expect(team.notice).toMatch(/calling thread.*lost too often/);
  const { hashes } = await team.run(20, { hash: true });
  expect(hashDifference(hashes, oracle(school, 20))).toBeUndefined();
  await team.dispose();
});

it('reports the tick of a loss even if the worker had not begun its part', async () => {
  const world = createWorld(school);
  tick(world, 23);
  let failing = true;
  const start: StartThread = (onLoss) => {
    const thread = startReal(onLoss);
    return {
      ...thread,
      async run(part) {
        if (part.worker !== 1 || !failing) return thread.run(part);
        failing = false;
        throw new Error('no part was taken');
      },
    };
  };
  const team = await startTeam(world, { workers: 2, stallMs: 60_000 }, hostOf(start));
  const told: unknown[] = [];
  team.on('fault', ({ error }) => told.push([error.worker, error.tick]));
  const { hashes } = await team.run(20, { hash: true });
  expect(hashDifference(hashes, oracle(school, 43).slice(23))).toBeUndefined();
  expect(told).toEqual([[1, 23]]);
  await team.dispose();
});

it('continues with fewer workers when no thread can be started to replace a lost one', async () => {
  const world = createWorld(school);
  let started = 0;
  let refused: () => void = () => {};
  const refusal = new Promise<void>((resolve) => {
    refused = resolve;
  });
  const start: StartThread = (onLoss) => {
    if (++started > 5) {
      // A chain of promises reports the failed start, which takes a moment.
      setTimeout(refused, 50);
      throw new Error('no more threads');
    }
    const thread = startReal(onLoss);
    return {
      ...thread,
      async run(part) {
        const outcome = await thread.run(part);
        // The other workers are still stepping when the failed start is noticed.
        if (world.tick === 30) await refusal;
        return outcome;
      },
    };
  };
  const faults: PlannedFault[] = [{ worker: 1, tick: 7, phase: 'bin', kind: 'exit' }];
  const options: FaultyOptions = { workers: 3, stallMs: 60_000, faults };
  const team = await startTeam(world, options, hostOf(start));
  started = 5;
  const told: unknown[] = [];
  team.on('fault', ({ action, error }) => {
    // The hold is 'run', not 'workers', so the listener may read the world.
    told.push([action, error.code, innerOf(world).hold]);
  });
  const { hashes } = await team.run(30, { hash: true });
  expect(hashDifference(hashes, oracle(school, 30))).toBeUndefined();
  expect(told).toEqual([
    ['replaced', 'WORKER_LOST', 'run'],
    ['replaced', 'WORKER_START_FAILED', 'run'],
    ['reduced', 'WORKER_START_FAILED', 'run'],
  ]);
  expect([team.workers, team.threaded]).toEqual([2, true]);
  started = 0;
  await team.resize(3);
  expect([team.workers, team.threaded, team.notice]).toEqual([3, true, undefined]);
  await team.dispose();
});

it('continues on the calling thread when no worker is left and no thread can be started', async () => {
  const world = createWorld(school);
  let started = 0;
  const start: StartThread = (onLoss) => {
    if (++started > 1) throw new Error('no more threads');
    return startReal(onLoss);
  };
  const faults: PlannedFault[] = [{ worker: 0, tick: 7, phase: 'bin', kind: 'exit' }];
  const options: FaultyOptions = { workers: 1, stallMs: 60_000, faults };
  const team = await startTeam(world, options, hostOf(start));
  const { hashes } = await team.run(30, { hash: true });
  expect(hashDifference(hashes, oracle(school, 30))).toBeUndefined();
  expect([team.workers, team.threaded]).toEqual([1, false]);
  await team.dispose();
});

it('starts another thread when one is killed while it starts', async () => {
  const world = createWorld(school);
  let started = 0;
  const start: StartThread = (onLoss) => {
    const thread = startReal(onLoss);
    if (++started !== 2) return thread;
    return {
      ...thread,
      async attach() {
        throw new Error('killed');
      },
    };
  };
  const faults: PlannedFault[] = [{ worker: 0, tick: 7, phase: 'bin', kind: 'exit' }];
  const options: FaultyOptions = { workers: 1, stallMs: 60_000, faults };
  const team = await startTeam(world, options, hostOf(start));
  const told: unknown[] = [];
  team.on('fault', ({ action, error }) => told.push([action, error.code]));
  const { hashes } = await team.run(30, { hash: true });
  expect(hashDifference(hashes, oracle(school, 30))).toBeUndefined();
  expect(told).toEqual([
    ['replaced', 'WORKER_LOST'],
    ['replaced', 'WORKER_START_FAILED'],
  ]);
  expect([team.workers, team.threaded, started]).toEqual([1, true, 3]);
  await team.dispose();
});

it('begins with the threads that could be started and emits a warning, also after a resize', async () => {
  const world = createWorld(school);
  let started = 0;
  const start: StartThread = (onLoss) => {
    if (++started % 3 === 0) throw new Error('no more threads');
    return startReal(onLoss);
  };
  const [first, second] = LONG ? [4, 7] : [3, 4];
  const thereOf = (asked: number) => asked - Math.floor(asked / 3);
  const team = await startTeam(world, { workers: first, stallMs: 60_000 }, hostOf(start));
  expect([team.workers, team.threaded, team.notice]).toEqual([thereOf(first), true, undefined]);
  const warnings: string[] = [];
  team.on('warning', (warning) => warnings.push(warning));
  const { hashes } = await team.run(30, { hash: true });
  expect(hashDifference(hashes, oracle(school, 30))).toBeUndefined();
  const because = (asked: number) =>
    `The team continues with ${thereOf(asked)} of ${asked} workers, with the same result. ` +
    `Worker 2 of ${asked} could not be started: no more threads.`;
  expect(warnings).toEqual([because(first)]);
  started = 0;
  await team.resize(second);
  expect(team.workers).toBe(thereOf(second));
  expect(warnings).toEqual([because(first), because(second)]);
  await team.run(10);
  expect(stateHash(world)).toBe(oracle(school, 40).at(-1));
  await team.dispose();
});

/** A host whose threads answer late when they attach a memory: by `lateMs(thread, attachment)` ms. */
function lateHost(lateMs: (thread: number, attachment: number) => number): Host {
  let threads = 0;
  const start: StartThread = (onLoss) => {
    const nth = threads++;
    const thread = startReal(onLoss);
    let attachments = 0;
    return {
      ...thread,
      async attach(handle) {
        const ms = lateMs(nth, attachments++);
        await thread.attach(handle);
        if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
      },
    };
  };
  return hostOf(start);
}

const LATE_MS = LONG ? 3000 : 2000;

it('ends a run that waits for a thread when the team is disposed of', async () => {
  const world = createWorld(school);
  const host = lateHost((thread) => (thread === 1 ? LATE_MS : 0));
  const faults: PlannedFault[] = [{ worker: 0, tick: 7, phase: 'bin', kind: 'exit' }];
  const team = await startTeam(world, { workers: 1, stallMs: 60_000, faults } as object, host);
  const told = new Promise((resolve) => team.on('fault', resolve));
  const ended = expect(team.run(30)).rejects.toMatchObject({ code: 'TEAM_DISPOSED' });
  await told;
  await new Promise((resolve) => setTimeout(resolve, 20));
  await team.dispose();
  await ended;
  expect([world.tick, innerOf(world).hold]).toEqual([7, 'none']);
  tick(world, 23);
  expect(stateHash(world)).toBe(oracle(school, 30).at(-1));
});

long('replaces a worker that is lost while it attaches to the new memory', async () => {
  using threads = new RecordedThreads();
  const world = createWorld(school);
  const host = lateHost((thread, nth) => {
    if (thread !== 2 || nth !== 1) return 0;
    // This is later than the other workers wait for the thread.
    setTimeout(() => threads.all[2].terminate(), 60);
    return LATE_MS;
  });
  const faults: PlannedFault[] = [{ worker: 1, tick: 7, phase: 'bin', kind: 'exit' }];
  const team = await startTeam(world, { workers: 4, stallMs: 60_000, faults } as object, host);
  const actions: string[] = [];
  team.on('fault', ({ action }) => actions.push(action));
  const control = new AbortController();
  team.on('resize', ({ workers }) => {
    if (workers === 4) control.abort();
  });
  const { signal } = control;
  const { hashes } = await team.run(100_000, { hash: true, signal });
  expect(hashDifference(hashes, oracle(school, world.tick))).toBeUndefined();
  expect([signal.aborted, actions, threads.all.length]).toEqual([true, ['replaced'], 6]);
  await team.dispose();
});

const LATE = [
  // Worker 1 is lost, and worker 2 is late to attach its second memory.
  { who: 'the other workers when one is late', workers: 3, lost: [1], nth: 1 },
  // The second of two new workers is late to attach its first memory.
  { who: 'the first new worker when no other is left', workers: 2, lost: [0, 1], nth: 0 },
];
it.each(someOf(LATE, 4))(
  'continues with $who, and adds the late worker when it is ready',
  async ({ workers, lost, nth: lateAt }) => {
    const world = createWorld(school);
    const host = lateHost((thread, nth) => (thread === 2 && nth === lateAt ? LATE_MS : 0));
    const faults = lost.map((worker) => ({ worker, tick: 7, phase: 'bin', kind: 'exit' }) as const);
    const options: FaultyOptions = { workers, stallMs: 60_000, faults };
    const team = await startTeam(world, options, host);
    const told: number[] = [];
    team.on('resize', ({ workers }) => told.push(workers));
    const recovery = new Promise<number>((resolve) => {
      team.on('moved', ({ recoveryMs }) => resolve(recoveryMs));
    });
    const { hashes } = await team.run(30, { hash: true });
    expect(hashDifference(hashes, oracle(school, 30))).toBeUndefined();
    expect(await recovery).toBeLessThan(LATE_MS);
    await vi.waitFor(() => expect(team.workers).toBe(workers), { timeout: 20_000 });
    expect(told).toEqual([1, workers]);
    await team.dispose();
  },
);

long(
  'adds a worker that becomes ready after the last tick and before the end of the run',
  async () => {
    const world = createWorld(school);
    let threads = 0;
    let come: () => void = () => {};
    const done = new Promise<void>((resolve) => {
      come = resolve;
    });
    let arrive: () => void = () => {};
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const start: StartThread = (onLoss) => {
      const thread = startReal(onLoss);
      const late = threads++ === 2;
      return {
        ...thread,
        async attach(handle) {
          await thread.attach(handle);
          if (!late) return;
          await done;
          arrive();
        },
        async run(part) {
          const outcome = await thread.run(part);
          if (world.tick < 30) return outcome;
          come();
          await arrival;
          // A chain of promises reports the new thread, which takes a moment.
          await new Promise((resolve) => setTimeout(resolve, 50));
          return outcome;
        },
      };
    };
    const faults: PlannedFault[] = [{ worker: 1, tick: 7, phase: 'bin', kind: 'exit' }];
    const options: FaultyOptions = { workers: 2, stallMs: 60_000, faults };
    const team = await startTeam(world, options, hostOf(start));
    const told: number[] = [];
    const asked: Promise<unknown>[] = [];
    team.on('resize', ({ workers }) => {
      told.push(workers);
      const set = { type: 'set', species: 'fish', parameter: 'mass', value: 2 } as const;
      if (workers === 2) asked.push(team.command(set), team.particles());
    });
    await team.run(30);
    await vi.waitFor(() => expect(team.workers).toBe(2), { timeout: 2000 });
    expect(told).toEqual([1, 2]);
    // The requests of the listener are answered too, although no further run begins.
    expect(await Promise.all(asked)).toMatchObject([{ tick: 30 }, { count: 0 }]);
    await team.dispose();
  },
);

it('does not end a busy worker that is asked to attach an earlier memory', async () => {
  const end = vi.fn(async () => {});
  const run = () => new Promise<never>(() => {});
  const seat = new Seat(
    () => ({ attach: async () => {}, run, end }),
    () => {},
  );
  const [before, now] = [innerOf(createWorld(school)).handle, innerOf(createWorld(school)).handle];
  seat.expect(before);
  seat.expect(now);
  await seat.attach(now);
  void seat.run({ worker: 0, spins: 0 });
  await seat.attach(before);
  expect(end).not.toHaveBeenCalled();
  expect(seat.attachedTo(now)).toBe(true);
});

long(
  'ends a run that hangs at a tick even if particles are requested between its tries',
  async () => {
    const world = createWorld(school);
    const faults: PlannedFault[] = [
      { worker: 0, tick: 7, phase: 'bin', kind: 'wait', times: Number.POSITIVE_INFINITY },
    ];
    const options: FaultyOptions = { workers: 1, stallMs: 200, mostSilences: 3, faults };
    const team = await startTeam(world, options, hostOf(startReal));
    let silences = 0;
    const given: number[] = [];
    team.on('fault', () => {
      // Without this, an endless run would last until the test times out.
      if (++silences > 3) void team.dispose();
      else
        team.particles().then(
          () => given.push(world.tick),
          () => {},
        );
    });
    await expect(team.run(30)).rejects.toMatchObject({ code: 'WORKER_STALLED', tick: 7 });
    expect([silences, given]).toEqual([3, [7, 7]]);
    await team.dispose();
  },
);
