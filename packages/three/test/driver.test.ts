import { createWorld, parseScenario, stateHash, tick } from '@skein/core';
import { createTeam } from '@skein/worker';
import { BoxGeometry, MeshBasicMaterial } from 'three';
import { expect, it } from 'vitest';
import { LONG, someOf } from '../../core/test/helpers/long.ts';
import { createAgents } from '../src/agents/agents.ts';
import { createDriver, type DriverOptions } from '../src/driver.ts';
import { ThreeError } from '../src/option-error.ts';
import { createParticles } from '../src/particles/particles.ts';
import { createTrails } from '../src/trails/trails.ts';

function flock() {
  const spawn = { type: 'sphere', center: [0, 0, 0], radius: 9, velocity: { speed: 3 } };
  const behaviors = [{ type: 'separation' }, { type: 'cohesion' }];
  const boid = { name: 'boid', count: 37, maxSpeed: 9, maxForce: 27, spawn, behaviors };
  return createWorld(parseScenario({ name: 'flock', seed: 5, dt: 1 / 60, species: [boid] }));
}

/** The maximum number of runs into which the ticks of one frame are split. */
const MAX_RUNS = 7;

/** Runs frames of these lengths, in seconds; after each of them the threads have all the time they need. */
async function drive(seconds: readonly number[], options: DriverOptions = {}, workers = 2) {
  const world = flock();
  const team = await createTeam(world, { workers });
  const driver = createDriver(team, options);
  const shown: number[] = [];
  // The threads may be ahead of the last state reported to this thread.
  let told = world.tick;
  driver.listen({
    onState: () => {
      told = world.tick;
    },
  });
  for (const delta of seconds) {
    driver.update(delta);
    shown.push(told / 60 - driver.lag.value);
    // On a busy machine a run is cut short, and the rest is due in the next run: a frame of length 0 for each.
    for (let run = 0; run < MAX_RUNS; run++) {
      await driver.whenIdle(() => {});
      driver.update(0);
    }
    await driver.whenIdle(() => {});
  }
  await driver.dispose();
  await team.dispose();
  return { tick: world.tick, hash: stateHash(world), shown };
}

/** The problems that a ThreeError reports. */
function problemsOf(act: () => unknown, code = 'OPTION_INVALID') {
  let error: unknown;
  try {
    act();
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(ThreeError);
  expect(error).toMatchObject({ code });
  return (error as ThreeError).problems.map(({ path, found, expected }) => [path, found, expected]);
}

/** Seconds of some runs. */
const LENGTH = LONG ? 1 : 1 / 6;

/** The frames that a display of this rate shows in this many seconds. */
const frames = (hertz: number, seconds: number) =>
  Array(Math.round(hertz * seconds)).fill(1 / hertz);

it('reaches the same tick and hash at any rate of frames', async () => {
  const world = flock();
  const seconds = LONG ? 4 : 0.5;
  tick(world, 60 * seconds);
  const expected = { tick: 60 * seconds, hash: stateHash(world) };
  for (const hertz of someOf([60, 144, 30, 13], 4, 1)) {
    // One more frame of almost no length, for a tick that rounding may have left barely undone.
    expect(await drive([...frames(hertz, seconds), 1e-4]), `${hertz} Hz`).toMatchObject(expected);
  }
});

it('runs half as fast at speed 0.5, and drops ticks of a long frame beyond maxCatchUp', async () => {
  expect((await drive(frames(60, LENGTH), { speed: 0.5 })).tick).toBe(30 * LENGTH);
  expect((await drive([...frames(60, LENGTH), 5], { maxCatchUp: 3 })).tick).toBe(60 * LENGTH + 3);
  expect((await drive([5], {})).tick).toBe(6);
});

it('does not step when a clock stands still or goes back once', async () => {
  expect((await drive([0, -3, 1 / 60])).tick).toBe(1);
});

it('refuses an invalid frame time, and a clock that keeps going back', async () => {
  const team = await createTeam(flock(), { workers: 1 });
  const driver = createDriver(team);
  const expected = 'expected seconds since the last frame, at least 0';
  for (const wrong of [undefined, Number.NaN, Infinity, '0.01', null]) {
    expect(() => driver.update(wrong as number)).toThrow(expected);
  }
  driver.update(-0.004);
  driver.update(0.016);
  driver.update(-0.004);
  expect(problemsOf(() => driver.update(-0.016))).toEqual([
    ['$deltaSeconds', '-0.016', 'seconds since the last frame, at least 0'],
  ]);
  await driver.dispose();
  await team.dispose();
});

it('advances the picture evenly, or from state to state without interpolation', async () => {
  const { shown } = await drive(frames(144, LENGTH));
  const steps = shown.slice(8).map((time, i) => time - shown[i + 7]!);
  for (const step of steps) expect(step).toBeCloseTo(1 / 144, 9);
  const plain = await drive(frames(144, LENGTH), { interpolate: false });
  for (const time of plain.shown) expect((time * 60) % 1).toBeCloseTo(0, 9);
});

it('stands still during a pause, and does not make up for it', async () => {
  const team = await createTeam(flock(), { workers: 1 });
  const driver = createDriver(team);
  driver.update(1 / 60);
  await driver.whenIdle(() => {});
  driver.pause();
  driver.update(1);
  driver.resume();
  driver.update(1 / 60);
  await driver.whenIdle(() => {});
  expect(team.world.tick).toBe(2);
  await team.dispose();
});

it('throws the error of the team in the next frame', async () => {
  const team = await createTeam(flock(), { workers: 1 });
  const driver = createDriver(team);
  await team.dispose();
  driver.update(1 / 60);
  await driver.whenIdle(() => {});
  expect(() => driver.update(1 / 60)).toThrow(expect.objectContaining({ code: 'TEAM_DISPOSED' }));
});

it('reports all mistakes in its options', async () => {
  const team = await createTeam(flock(), { workers: 1 });
  const wrong = { speed: -1, maxCatchUp: 0, interpolate: 1, pace: 3 } as unknown as DriverOptions;
  expect(problemsOf(() => createDriver(team, wrong)).map(([path]) => path)).toEqual([
    '$.pace',
    '$.speed',
    '$.maxCatchUp',
    '$.interpolate',
  ]);
  await team.dispose();
});

it('refuses values that are not a team: a promise of one, a world, undefined', async () => {
  const promise = createTeam(flock(), { workers: 1 });
  const expected = 'a team from createTeam';
  expect(problemsOf(() => createDriver(promise as never))).toEqual([
    ['$team', 'a Promise', `${expected}; is \`await\` missing?`],
  ]);
  const world = flock();
  for (const [wrong, found] of [
    [world, expect.any(String)],
    [undefined, 'nothing'],
    [3, '3'],
  ]) {
    expect(problemsOf(() => createDriver(wrong as never))).toEqual([['$team', found, expected]]);
  }
  await (await promise).dispose();
});

it('allows one driver per team at a time, and none for a team that was disposed of', async () => {
  const team = await createTeam(flock(), { workers: 1 });
  const driver = createDriver(team);
  expect(problemsOf(() => createDriver(team))).toEqual([
    [
      '$team',
      'a team that already has a driver',
      'a team without one; call `await driver.dispose()` first',
    ],
  ]);
  await driver.dispose();
  const next = createDriver(team);
  // Disposing of the first driver again does not affect the next.
  await driver.dispose();
  expect(problemsOf(() => createDriver(team))).toHaveLength(1);
  await next.dispose();
  await team.dispose();
  expect(problemsOf(() => createDriver(team))).toEqual([
    ['$team', 'a disposed team', 'a running team'],
  ]);
});

it('refuses to create objects, step or resume once it is disposed of', async () => {
  const team = await createTeam(flock(), { workers: 1 });
  const driver = createDriver(team);
  expect(driver.disposed).toBe(false);
  const ended = driver.dispose();
  expect(driver.disposed).toBe(true);
  const look = { body: new BoxGeometry(), material: new MeshBasicMaterial() };
  for (const act of [
    () => createAgents(driver, look),
    () => createTrails(driver),
    () => createParticles(driver),
    () => driver.step(),
    () => driver.resume(),
  ]) {
    expect(problemsOf(act, 'DRIVER_DISPOSED')).toEqual([
      ['$driver', 'a disposed driver', 'a running driver; create one with createDriver'],
    ]);
  }
  // A loop may draw one more frame.
  driver.update(1 / 60);
  driver.pause();
  await ended;
  await team.dispose();
});

it('reports how far it is behind: 0 while the threads keep pace, otherwise the time dropped', async () => {
  const team = await createTeam(flock(), { workers: 1 });
  const driver = createDriver(team, { maxCatchUp: 3 });
  const settle = async () => {
    while (driver.lag.value < 0) await driver.whenIdle(() => driver.update(0));
    await driver.whenIdle(() => {});
  };
  // Not counted: the first frame, one after a pause, and one after a page that stood still.
  driver.update(0.9);
  await settle();
  driver.pause();
  driver.resume();
  driver.update(0.9);
  await settle();
  driver.update(5);
  await settle();
  for (let n = 0; n < 30; n++) {
    driver.update(1 / 60);
    await settle();
  }
  expect(driver.behind).toBe(0);
  driver.update(0.5);
  await settle();
  expect(driver.behind).toBeGreaterThan(0.44);
  expect(driver.behind).toBeLessThan(0.5);
  await driver.dispose();
  await team.dispose();
});
