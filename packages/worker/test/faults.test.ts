import { createWorld, type Scenario, stateHash, takeEvents, tick, type World } from '@skein/core';
import { innerOf, workerProgress } from '@skein/core/internal';
import type { Team, TeamFault } from '@skein/worker';
import { afterEach, expect, it, vi } from 'vitest';
import { LONG, long, someOf } from '../../core/test/helpers/long.ts';
import type { PlannedFault } from '../src/faults.ts';
import { patientTeam } from './patient-team.ts';
import { RecordedThreads } from './recorded-threads.ts';
import { beams, hashDifference, hashesOf, oracle, school } from './scenes.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const AT = 23;
const expected = oracle(school, AT + 40);

/** Returns a world at tick AT, in which the faults are planned. */
function worldAtFault(scenario: Scenario = school): World {
  const world = createWorld(scenario);
  tick(world, AT);
  return world;
}

/** Collects the faults that a team reports, each as a short list. */
function toldBy(team: Team): unknown[] {
  const told: unknown[] = [];
  team.on('fault', ({ action, workers, error }: TeamFault) =>
    told.push([action, workers, error.code, error.worker, error.phase, error.tick]),
  );
  return told;
}

it('reports where the loss was, what was done about it, and that the world has new memory', async () => {
  const world = worldAtFault();
  const fault = { worker: 1, tick: AT, phase: 'integrate', kind: 'exit' } as const;
  await using team = await patientTeam(world, 3, { faults: [fault] });
  const faults: TeamFault[] = [];
  const moves: unknown[] = [];
  team.on('fault', (fault) => faults.push(fault));
  team.on('moved', (move) => moves.push(move));
  const { handle, views } = innerOf(world);
  const report = await team.run(40, { hash: true });

  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatchObject({ action: 'replaced', workers: 2 });
  expect(faults[0].error).toMatchObject({
    name: 'TeamError',
    code: 'WORKER_LOST',
    worker: 1,
    phase: 'integrate',
    tick: AT,
    message:
      "Worker 1 of 3 was lost (worker exited with code: 1) in phase 'integrate' of tick 23. " +
      'The remaining work is done by 2 workers until another thread has started.',
  });
  expect(moves).toEqual([{ tick: AT, recoveryMs: expect.any(Number) }]);
  expect(report).toMatchObject({ fromTick: AT, toTick: AT + 40, ticks: 40, aborted: false });
  expect(report.tickMs).toHaveLength(40);
  expect(hashDifference(report.hashes, expected.slice(AT))).toBeUndefined();

  expect(innerOf(world).handle).not.toBe(handle);
  expect(innerOf(world).handle).toMatchObject({ plan: handle.plan });
  expect(world.views.position.x.buffer).toBe(innerOf(world).handle.memory.buffer);
  expect(views.position.x.buffer).toBe(handle.memory.buffer);
});

/** Runs until the team has `workers` workers again, and 10 more ticks. All hashes must be as expected. */
async function runUntilBack(team: Team, workers: number): Promise<void> {
  const { world } = team;
  const begin = world.tick;
  const control = new AbortController();
  team.on('resize', (now) => {
    if (now.workers === workers) control.abort();
  });
  const { hashes = [] } = await team.run(1_000_000, { hash: true, signal: control.signal });
  const { hashes: more = [] } = await team.run(10, { hash: true });
  expect(hashDifference([...hashes, ...more], oracle(school, world.tick).slice(begin))).toBe(
    undefined,
  );
}

it('continues at once with the remaining workers, and adds the new thread during the run', async () => {
  using threads = new RecordedThreads();
  const world = worldAtFault();
  const fault = { worker: 1, tick: AT, phase: 'integrate', kind: 'exit' } as const;
  await using team = await patientTeam(world, 3, { faults: [fault] });
  const told: string[] = [];
  team.on('fault', ({ workers }) => told.push(`fault ${workers}`));
  team.on('resize', ({ workers }) => told.push(`resize ${workers} of ${team.workers}`));
  let goneOnAt = 0;
  team.on('moved', () => {
    goneOnAt = threads.all.length;
    told.push(`moved ${team.workers}`);
  });
  await runUntilBack(team, 3);
  // On a busy machine one of the two remaining workers may be late, and join with the new one.
  const [fault2, resized, moved, ...after] = told;
  expect([fault2, resized, moved]).toEqual([
    ...[
      'fault 2',
      expect.stringMatching(/^resize ([12]) of \1$/),
      expect.stringMatching(/^moved [12]$/),
    ],
  ]);
  expect(after).toEqual(['resize 3 of 3']);
  // The remaining workers continue before the new thread is even started.
  expect([goneOnAt, threads.all.length]).toEqual([3, 4]);
  expect(world.tick).toBeGreaterThan(AT + 11);
});

long(
  'recovers when it loses one worker after another while new threads start, and adds all new threads',
  async () => {
    const world = worldAtFault();
    const faults = [3, 1, 0].map(
      (worker, k) => ({ worker, tick: AT + 2 * k, phase: 'scatter', kind: 'exit' }) as const,
    );
    await using team = await patientTeam(world, 4, { faults, mostLosses: 1000 });
    const told = toldBy(team);
    await runUntilBack(team, 4);
    // On a busy machine a worker may be late to continue. Then it does not count among those left.
    const loss = (workers: number, tick: number) => {
      const left = expect.toSatisfy((found) => found >= 1 && found <= workers);
      return ['replaced', left, 'WORKER_LOST', expect.any(Number), 'scatter', tick];
    };
    expect(told).toEqual([loss(3, AT), loss(2, AT + 2), loss(4, AT + 4)]);
  },
);

it('waits for another thread when no worker is left', async () => {
  const world = worldAtFault();
  const fault = { worker: 0, tick: AT, phase: 'steer', kind: 'exit' } as const;
  await using team = await patientTeam(world, 1, { faults: [fault] });
  const told = toldBy(team);
  const sizes: unknown[] = [];
  team.on('resize', (size) => sizes.push(size));
  const { hashes } = await team.run(40, { hash: true });
  expect(hashDifference(hashes, expected.slice(AT))).toBeUndefined();
  expect(told).toEqual([['replaced', 1, 'WORKER_LOST', 0, 'steer', AT]]);
  expect(sizes).toEqual([]);
});

it('recovers when it loses all workers at once', async () => {
  const world = worldAtFault();
  const faults = (LONG ? [0, 1, 2] : [0, 1]).map(
    (worker) => ({ worker, tick: AT, phase: 'steer', kind: 'hang' }) as const,
  );
  await using team = await patientTeam(world, faults.length, { stallMs: 500, faults });
  const { hashes } = await team.run(40, { hash: true });
  expect(hashDifference(hashes, expected.slice(AT))).toBeUndefined();
});

long('recovers from a hundred losses in one run', async () => {
  const world = createWorld(school);
  const faults = Array.from({ length: 100 }, (_, k): PlannedFault => {
    const phase = ['steer', 'bin', 'prefixSum', 'scatter', 'settle'][k % 5];
    return { worker: k % 2, tick: 3 + 2 * k, phase, kind: 'throw' };
  });
  await using team = await patientTeam(world, 2, { faults, mostLosses: 1000 });
  const told = toldBy(team);
  const { hashes } = await team.run(210, { hash: true });
  expect(told).toHaveLength(100);
  expect(hashDifference(hashes, oracle(school, 210))).toBeUndefined();
});

long(
  'answers each request that waited for a tick boundary exactly once when a worker is lost',
  async () => {
    const world = worldAtFault(beams);
    const fault = { worker: 1, tick: AT, phase: 'steer', kind: 'hang' } as const;
    await using team = await patientTeam(world, 2, { stallMs: 500, faults: [fault] });
    const told = toldBy(team);
    const run = team.run(60);
    const command = team.command({ type: 'fire', count: 3 });
    const resize = team.resize(3);
    const views = await team.particles();
    await Promise.all([run, command, resize]);
    expect(told).toEqual([['replaced', 1, 'WORKER_STALLED', 1, 'steer', AT]]);
    expect(views.count).toBe(0);
    expect(world.log).toEqual([await command]);
    expect([team.workers, world.tick]).toEqual([3, AT + 60]);
    const alone = createWorld({ ...beams, commands: [...beams.commands, await command] });
    tick(alone, AT + 60);
    expect(stateHash(world)).toBe(stateHash(alone));
  },
);

it('leaves the world at a whole tick when a run is aborted while a worker is lost', async () => {
  const world = worldAtFault();
  const fault = { worker: 1, tick: AT, phase: 'steer', kind: 'exit' } as const;
  await using team = await patientTeam(world, 2, { faults: [fault] });
  const control = new AbortController();
  team.on('fault', () => control.abort());
  const report = await team.run(40, { signal: control.signal });
  expect(report).toMatchObject({ toTick: AT, ticks: 0, aborted: true });
  expect(hashDifference(hashesOf(world, 40), expected.slice(AT))).toBeUndefined();
});

it('reports each event once, although the tick of the fault runs twice', async () => {
  const at = 60;
  const alone = createWorld(beams);
  tick(alone, 200);
  const expected = takeEvents(alone);

  for (const phase of someOf(['steer', 'prefixSum', 'scatter', 'settle'], 4, 3)) {
    const world = createWorld(beams);
    const fault = { worker: 0, tick: at, phase, kind: 'throw' } as const;
    await using team = await patientTeam(world, 2, { faults: [fault] });
    const told = toldBy(team);
    const found: unknown[] = [];
    team.on('event', (event) => found.push(event));
    await team.run(200);
    expect(told).toHaveLength(1);
    expect(found).toEqual(expected);
  }
});

long('lets another team continue after a recovery has given the world new memory', async () => {
  const world = worldAtFault();
  const fault = { worker: 1, tick: AT, phase: 'scatter', kind: 'throw' } as const;
  await using team = await patientTeam(world, 2, { faults: [fault] });
  await using other = await patientTeam(world, 3);
  const { hashes: first = [] } = await team.run(10, { hash: true });
  const { hashes: second = [] } = await other.run(30, { hash: true });
  expect(hashDifference([...first, ...second], expected.slice(AT))).toBeUndefined();
});

long(
  'continues with fewer workers, and finally on the calling thread, when the same tick keeps failing',
  async () => {
    const world = worldAtFault();
    const fault = { worker: 0, tick: AT, phase: 'bin', kind: 'throw', times: 9 } as const;
    await using team = await patientTeam(world, 4, { faults: [fault] });
    const told = toldBy(team);
    const sizes: number[] = [];
    const warnings: string[] = [];
    team.on('resize', ({ workers }) => sizes.push(workers));
    team.on('warning', (warning) => warnings.push(warning));
    const { hashes } = await team.run(40, { hash: true });
    expect(hashDifference(hashes, expected.slice(AT))).toBeUndefined();
    const loss = (action: string, workers: unknown) => [
      action,
      workers,
      'WORKER_LOST',
      0,
      'bin',
      AT,
    ];
    // The tick may fail again before all of its workers have joined.
    const upTo = (most: number) => expect.toSatisfy((found) => found >= 1 && found <= most);
    expect(told).toEqual([
      ...[loss('replaced', 4), loss('replaced', upTo(4)), loss('reduced', 2)],
      ...[loss('replaced', upTo(2)), loss('replaced', upTo(2)), loss('reduced', 1)],
      ...[loss('replaced', 1), loss('replaced', 1), loss('reduced', 1)],
    ]);
    expect(sizes).toContain(2);
    expect(sizes.at(-1)).toBe(1);
    expect([team.workers, team.threaded]).toEqual([1, false]);
    expect(warnings).toEqual([team.notice]);

    await team.resize(3);
    expect([team.workers, team.threaded, team.notice]).toEqual([3, true, undefined]);
    await team.run(10);
    expect(stateHash(world)).toBe(oracle(school, AT + 50).at(-1));
  },
);

it('rejects with WORKER_LOST when the error also occurs on the calling thread', async () => {
  const world = worldAtFault();
  const fault = { worker: 0, tick: AT, phase: 'bin', kind: 'throw', times: Infinity } as const;
  await using team = await patientTeam(world, 2, { faults: [fault] });
  const told = toldBy(team);
  const error = await team.run(40).catch((reason) => reason);
  expect(error).toMatchObject({ code: 'WORKER_LOST', phase: 'bin', tick: AT });
  expect(error.message).toMatch(
    /^The calling thread was lost \(a fault was injected\).*is complete at tick/,
  );
  expect(told).toHaveLength(7);
  expect(told[6]).toEqual(['failed', 1, 'WORKER_LOST', 0, 'bin', AT]);
  await expect(team.run(1)).rejects.toMatchObject({ code: 'TEAM_FAILED', cause: error });
  await expect(team.resize(1)).rejects.toMatchObject({ code: 'TEAM_FAILED' });
  expect(hashDifference(hashesOf(world, 40), expected.slice(AT))).toBeUndefined();
});

long('does not try a tick on the calling thread if it is silent even with one worker', async () => {
  const world = worldAtFault();
  const fault = { worker: 0, tick: AT, phase: 'steer', kind: 'wait', times: Infinity } as const;
  const options = { stallMs: 200, mostSilences: 4, faults: [fault] };
  await using team = await patientTeam(world, 1, options);
  const told = toldBy(team);
  const begun = performance.now();
  await expect(team.run(40)).rejects.toMatchObject({ code: 'WORKER_STALLED', tick: AT });
  // Patience doubles with each try.
  expect(performance.now() - begun).toBeGreaterThan(200 + 400 + 800 + 1600 - 100);
  expect(told.slice(0, 3)).toEqual(
    Array(3).fill(['replaced', 1, 'WORKER_STALLED', 0, 'steer', AT]),
  );
  expect(told).toHaveLength(4);
  expect(told[3]).toEqual(['failed', 1, 'WORKER_STALLED', 0, 'steer', AT]);
  expect(hashDifference(hashesOf(world, 40), expected.slice(AT))).toBeUndefined();
});

it('rejects with the cause NO_MEMORY when there is no memory to continue in, and leaves the world whole', async () => {
  using threads = new RecordedThreads();
  const world = worldAtFault();
  const faults = [
    { worker: 1, tick: AT, phase: 'steer', kind: 'exit' },
    { worker: 0, tick: AT, phase: 'steer', kind: 'hang' },
  ] as const;
  await using team = await patientTeam(world, 2, { faults });
  const { Memory } = WebAssembly;
  vi.spyOn(WebAssembly, 'Memory').mockImplementation(() => {
    throw new RangeError('could not allocate memory');
  });
  const error = await team.run(40).catch((reason) => reason);
  WebAssembly.Memory = Memory;
  expect(error).toMatchObject({
    code: 'WORKER_LOST',
    worker: 1,
    tick: AT,
    cause: { code: 'NO_MEMORY' },
  });
  // All threads that could write to the memory of the world have ended.
  expect(threads.all.map(({ threadId }) => threadId)).toEqual([-1, -1]);
  await using next = await patientTeam(world, 2);
  const { hashes } = await next.run(40, { hash: true });
  expect(hashDifference(hashes, expected.slice(AT))).toBeUndefined();
});

long(
  'keeps the world unchanged when a thread outlives the disposal and publishes a tick',
  async () => {
    using threads = new RecordedThreads(1500);
    const world = worldAtFault();
    const { control } = innerOf(world);
    const fault = { worker: 0, tick: AT, phase: 'settle', kind: 'starve' } as const;
    const team = await patientTeam(world, 2, { faults: [fault] });
    const ended = expect(team.run(40)).rejects.toMatchObject({ code: 'TEAM_DISPOSED' });
    await vi.waitFor(() => {
      const phases = [0, 1].map((worker) => workerProgress(innerOf(world), worker).phase);
      expect(phases).toContain('settle');
    });
    await team.dispose();
    await ended;
    expect(world.tick).toBe(AT);
    // The thread wakes, finishes its tick, and publishes that tick in the old memory.
    await vi.waitFor(() => expect([...control.word]).toContain(AT + 1), { timeout: 3000 });
    expect(world.tick).toBe(AT);
    expect(hashDifference(hashesOf(world, 40), expected.slice(AT))).toBeUndefined();
    expect(threads.all).toHaveLength(2);
  },
);
