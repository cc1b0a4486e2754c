import { createWorld, parseScenario, stateHash, tick } from '@skein/core';
import { createTeam } from '@skein/worker';
import { expect, it } from 'vitest';
import { createDriver, type DriverOptions } from '../src/driver.ts';
import { ThreeError } from '../src/option-error.ts';

function flock() {
  const spawn = { type: 'sphere', center: [0, 0, 0], radius: 9, velocity: { speed: 3 } };
  const behaviors = [{ type: 'separation' }, { type: 'cohesion' }];
  const boid = { name: 'boid', count: 37, maxSpeed: 9, maxForce: 27, spawn, behaviors };
  return createWorld(parseScenario({ name: 'flock', seed: 5, dt: 1 / 60, species: [boid] }));
}

/** Runs that the ticks of one frame are cut into at most. */
const MAX_RUNS = 7;

/** Runs frames of so many seconds; between two of them the threads have all the time they need. */
async function drive(seconds: readonly number[], options: DriverOptions = {}, workers = 2) {
  const world = flock();
  const team = await createTeam(world, { workers });
  const driver = createDriver(team, options);
  const shown: number[] = [];
  // The threads may be ahead of what this thread has been told.
  let told = world.tick;
  driver.listen({
    onState: () => {
      told = world.tick;
    },
  });
  for (const delta of seconds) {
    driver.update(delta);
    shown.push(told / 60 - driver.lag.value);
    // On a busy machine a run is cut short, and what is left of it is due in the next: a frame of no length each.
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

/** As many frames as a display of this rate shows in so many seconds. */
const frames = (hertz: number, seconds: number) => Array(hertz * seconds).fill(1 / hertz);

it('comes to the same tick and hash in 4 s at 144 Hz, at 60 Hz, at 30 Hz and at 13 Hz', async () => {
  const world = flock();
  tick(world, 240);
  const expected = { tick: 240, hash: stateHash(world) };
  for (const hertz of [144, 60, 30, 13]) {
    // A frame more, of no length: what rounding left due by a hair is done with it.
    expect(await drive([...frames(hertz, 4), 1e-4]), `${hertz} Hz`).toMatchObject(expected);
  }
});

it('runs half as fast at speed 0.5, and drops what a long frame missed beyond maxCatchUp', async () => {
  expect((await drive(frames(60, 1), { speed: 0.5 })).tick).toBe(30);
  expect((await drive([...frames(60, 1), 5], { maxCatchUp: 3 })).tick).toBe(63);
  expect((await drive([5], {})).tick).toBe(6);
});

it('takes no time from a clock that stands still, goes back or is not a number', async () => {
  expect((await drive([0, -3, Number.NaN, 1 / 60])).tick).toBe(1);
});

it('moves the picture on evenly, and without interpolation from state to state', async () => {
  const { shown } = await drive(frames(144, 1));
  const steps = shown.slice(8).map((time, i) => time - shown[i + 7]!);
  for (const step of steps) expect(step).toBeCloseTo(1 / 144, 9);
  const plain = await drive(frames(144, 1), { interpolate: false });
  for (const time of plain.shown) expect((time * 60) % 1).toBeCloseTo(0, 9);
});

it('stands still in a pause, and makes up for none of it', async () => {
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

it('throws what the team failed with, in the frame after', async () => {
  const team = await createTeam(flock(), { workers: 1 });
  const driver = createDriver(team);
  await team.dispose();
  driver.update(1 / 60);
  await driver.whenIdle(() => {});
  expect(() => driver.update(1 / 60)).toThrow(expect.objectContaining({ code: 'TEAM_DISPOSED' }));
});

it('tells all that is wrong with options', async () => {
  const team = await createTeam(flock(), { workers: 1 });
  const wrong = { speed: -1, maxCatchUp: 0, interpolate: 1, pace: 3 } as unknown as DriverOptions;
  let error: unknown;
  try {
    createDriver(team, wrong);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(ThreeError);
  const { problems } = error as ThreeError;
  expect(problems.map(({ path }) => path)).toEqual([
    '$.pace',
    '$.speed',
    '$.maxCatchUp',
    '$.interpolate',
  ]);
  await team.dispose();
});
