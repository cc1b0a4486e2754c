import { createWorld, TeamError, tick } from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { createTeam } from '@skein/worker';
import { describe, expect, it } from 'vitest';
import { LONG, long, someOf } from '../../core/test/helpers/long.ts';
import { patientTeam } from './patient-team.ts';
import { flock, hashDifference, oracle, randomOf, school } from './scenes.ts';

describe('a report', () => {
  it('contains the ticks, hashes and times of one run only', async () => {
    const expected = oracle(school, 30);
    await using team = await patientTeam(createWorld(school), 2);
    const first = await team.run(10);
    expect(first).toMatchObject({ fromTick: 0, toTick: 10, ticks: 10, aborted: false });
    expect(first.hashes).toBeUndefined();
    const second = await team.run(20, { hash: true });
    expect(second).toMatchObject({ fromTick: 10, toTick: 30, ticks: 20, aborted: false });
    expect(hashDifference(second.hashes, expected.slice(10))).toBeUndefined();
    expect(second.tickMs).toHaveLength(20);
    expect(Math.min(...second.tickMs)).toBeGreaterThan(0);
  });

  it.each(someOf([20, 10_000], 2))(
    'splits the time of each worker into work and waiting in a run of %i ticks',
    async (ticks) => {
      await using team = await patientTeam(createWorld(school), 2);
      await team.run(10);
      const { tickMs, workerTimes } = await team.run(ticks);
      expect(workerTimes).toHaveLength(2);
      for (const { workMs, waitMs } of workerTimes) {
        expect(workMs).toBeGreaterThan(0);
        expect(waitMs).toBeGreaterThan(0);
      }
      const [first] = workerTimes;
      const whole = tickMs.reduce((sum, timeMs) => sum + timeMs, 0);
      expect((first!.workMs + first!.waitMs) / whole).toBeCloseTo(1, 4);
    },
  );

  long('is complete even if the run is longer than the history in shared memory', async () => {
    const ticks = 10_000;
    const expected = oracle(school, ticks);
    await using team = await patientTeam(createWorld(school), 2);
    const report = await team.run(ticks, { hash: true });
    expect(hashDifference(report.hashes, expected)).toBeUndefined();
    expect(report.tickMs.every((timeMs) => timeMs > 0)).toBe(true);
  });
});

describe('an abort', () => {
  it.each(someOf([41, 42], 2))(
    'ends a run at a tick boundary and loses nothing, seed %i',
    async (seed) => {
      const random = randomOf(seed);
      const world = createWorld(flock);
      await using team = await patientTeam(world, 3);
      const hashes: string[] = [];
      for (let count = 0; count < (LONG ? 8 : 3); count++) {
        const signal = AbortSignal.timeout(Math.floor(1 + random() * 30));
        const report = await team.run(1_000_000, { signal, hash: true });
        hashes.push(...(report.hashes ?? []));
        expect(report.aborted).toBe(true);
        expect(report.toTick).toBe(world.tick);
      }
      expect(hashDifference(hashes, oracle(flock, world.tick))).toBeUndefined();
    },
  );

  it('that comes before the run leaves it without a tick, and one after it has no effect', async () => {
    await using team = await patientTeam(createWorld(school), 2);
    const none = await team.run(10, { signal: AbortSignal.abort() });
    expect(none).toMatchObject({ fromTick: 0, toTick: 0, ticks: 0, aborted: true });
    const control = new AbortController();
    const report = await team.run(10, { signal: control.signal });
    control.abort();
    expect(report.aborted).toBe(false);
    expect(await team.run(10)).toMatchObject({ toTick: 20, aborted: false });
  });
});

describe('a team', () => {
  const wrongWorkers: unknown[] = [0, -1, 1.5, 33, 10_000, Number.NaN, Infinity, '2', null, {}];

  it.each(wrongWorkers)('refuses %s as the number of workers', async (workers) => {
    const attempt = createTeam(createWorld(school), { workers: workers as number });
    await expect(attempt).rejects.toThrow(TeamError);
    await expect(attempt).rejects.toMatchObject({
      code: 'WORKERS_INVALID',
      message: expect.stringMatching(/^workers: found .+, expected an integer from 1 to 32$/),
    });
  });

  it('refuses more workers than the world was made for', async () => {
    const world = createWorld(school, { maxWorkers: 2 });
    await expect(createTeam(world, { workers: 3 })).rejects.toMatchObject({
      code: 'WORKERS_INVALID',
      message:
        'workers: found 3, expected an integer from 1 to 2 (the world was made for at most 2)',
    });
    await using team = await createTeam(world, { workers: 2 });
    await expect(team.resize(3)).rejects.toMatchObject({ code: 'WORKERS_INVALID' });
    expect(team.workers).toBe(2);
  });

  it('uses no more workers than the world was made for when no number is given', async () => {
    await using team = await createTeam(createWorld(school, { maxWorkers: 1 }));
    expect([team.workers, team.threaded, team.notice]).toEqual([1, true, undefined]);
  });

  it('refuses anything but a positive integer as the number of ticks', async () => {
    await using team = await createTeam(createWorld(school), { workers: 1 });
    for (const ticks of [0, -1, 0.5, 2 ** 30 + 1, Number.NaN, '10', undefined]) {
      await expect(team.run(ticks as number), `${ticks}`).rejects.toMatchObject({
        code: 'TICKS_INVALID',
        message: expect.stringMatching(
          /^ticks: found .+, expected an integer from 1 to 1073741824$/,
        ),
      });
    }
  });

  it.each([0, 199, 4_000_000, Number.NaN, '750'])('refuses %s as stallMs', async (stallMs) => {
    const attempt = createTeam(createWorld(school), { workers: 1, stallMs: stallMs as number });
    await expect(attempt).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });

  it('refuses a signal that is not an AbortSignal, and leaves the team and its world free', async () => {
    const world = createWorld(school);
    await using team = await patientTeam(world, 1);
    for (const [k, signal] of [new AbortController(), 'signal', null].entries()) {
      await expect(team.run(1, { signal: signal as never }), `${k}`).rejects.toMatchObject({
        code: 'OPTION_INVALID',
        message: expect.stringMatching(
          /^signal: found .+, expected an AbortSignal, such as `controller/,
        ),
      });
      expect(innerOf(world).hold).toBe('none');
      expect(await team.run(1)).toMatchObject({ toTick: k + 1 });
    }
  });

  it('refuses unknown options and events, and names them', async () => {
    const world = createWorld(school);
    const slip = { worker: 2 } as object;
    await expect(createTeam(world, slip)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: 'worker: found an unknown option, expected one of workers, stallMs, kernel',
    });
    await using team = await createTeam(world, { workers: 1 });
    await expect(team.run(1, { hashes: true } as object)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message:
        'hashes: found an unknown option, expected one of signal, hash, particles, points, measures, every, keep',
    });
    expect(() => team.on('events' as 'event', () => {})).toThrow(
      'found the unknown event "events" (did you mean "event"?), expected one of event, resize, fault, moved, warning, hit, retracted, expired, quarantined, fired, strike, struck, orbit, removed, spawned, full, grounded, arrived, entered, left, unreachable, waiting, near, born, died',
    );
    expect(world.tick).toBe(0);
  });

  it('refuses options that are no plain object', async () => {
    const world = createWorld(school);
    await using team = await patientTeam(world, 1);
    const refused = { code: 'OPTION_INVALID', message: expect.stringMatching(/^options: found /) };
    for (const options of [null, 5, 'fast', [], true] as never[]) {
      await expect(createTeam(world, options), `${options}`).rejects.toMatchObject(refused);
      await expect(team.run(1, options), `${options}`).rejects.toMatchObject(refused);
      for (const attempt of [team.particles(options), team.run(1, { particles: options })]) {
        await expect(attempt, `${options}`).rejects.toMatchObject({ code: 'PARTICLES_INVALID' });
      }
    }
    expect([world.tick, innerOf(world).hold]).toEqual([0, 'none']);
  });

  it('refuses unknown options of particles, and names them', async () => {
    const world = createWorld(school);
    await using team = await patientTeam(world, 1);
    const particles = { ticks: 0 } as object;
    for (const attempt of [team.particles(particles), team.run(1, { particles })]) {
      await expect(attempt).rejects.toMatchObject({
        code: 'PARTICLES_INVALID',
        message: 'Particles, option ticks: found an unknown option, expected one of alpha, tick.',
      });
    }
    expect([world.tick, innerOf(world).hold]).toEqual([0, 'none']);
  });

  it('refuses a listener that is not a function, and a hash option that is not a boolean', async () => {
    await using team = await patientTeam(createWorld(school), 1);
    expect(() => team.on('event', undefined as never)).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        message: 'listener of event: found nothing, expected a function',
      }),
    );
    await expect(team.run(1, { hash: 'no' as never })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: 'hash: found "no", expected true or false',
    });
  });

  it('refuses an object that is not a world', async () => {
    const attempt = createTeam({ maxWorkers: 3 } as never);
    await expect(attempt).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message:
        'world: found an object, expected a world that createWorld made in the version of @skein/core that @skein/worker uses',
    });
  });

  it('ends the run when a part of the signal throws, and leaves the team and its world free', async () => {
    const world = createWorld(school);
    await using team = await patientTeam(world, 1);
    for (const name of ['aborted', 'addEventListener', 'removeEventListener']) {
      let calls = 0;
      const lie = (): false => {
        // The first read of `aborted`, when options are checked, succeeds.
        if (name !== 'aborted' || calls++ > 0) throw new Error('no signal');
        return false;
      };
      const signal = { aborted: false, addEventListener() {}, removeEventListener() {} };
      Object.defineProperty(signal, name, name === 'aborted' ? { get: lie } : { value: lie });
      await expect(team.run(1, { signal: signal as never }), name).rejects.toThrow('no signal');
      expect(innerOf(world).hold).toBe('none');
      const { tick: before } = world;
      tick(world);
      expect(await team.run(1)).toMatchObject({ toTick: before + 2 });
    }
  });

  it('refuses a second run of the world while one is active', async () => {
    const world = createWorld(flock);
    await using team = await patientTeam(world, 2);
    await using other = await patientTeam(world, 1);
    const run = team.run(50);
    await expect(team.run(1)).rejects.toMatchObject({ code: 'TEAM_BUSY' });
    await expect(other.run(1)).rejects.toMatchObject({ code: 'TEAM_BUSY' });
    await expect(
      other.command({ type: 'set', species: 'bird', parameter: 'mass', value: 2 }),
    ).rejects.toMatchObject({ code: 'TEAM_BUSY' });
    expect((await run).toTick).toBe(50);
    expect((await other.run(1)).toTick).toBe(51);
  });
});
