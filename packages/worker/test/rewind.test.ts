import {
  type CommandInput,
  command,
  createWorld,
  load,
  snapshot,
  stateHash,
  tick,
  type WorldEvent,
} from '@skein/core';
import { expect, it } from 'vitest';
import { patientTeam } from './patient-team.ts';
import { beams, hashDifference, oracle, school } from './scenes.ts';

it('a team goes back in place, on the same threads, and steps the same again', async () => {
  const expected = oracle(school, 40);
  const world = createWorld(school, { history: 16 });
  await using team = await patientTeam(world, 3);
  await team.run(30);
  for (const workers of [3, 1, 2]) {
    await team.resize(workers);
    await team.rewind(18);
    expect(world.tick).toBe(18);
    expect(stateHash(world)).toBe(expected[17]);
    const { hashes } = await team.run(12, { hash: true });
    expect(hashDifference(hashes, expected.slice(18, 30))).toBeUndefined();
  }
  await expect(team.rewind(13)).rejects.toMatchObject({ code: 'REWIND_INVALID' });
});

it.each(['integrate', 'scatter', 'settle'] as const)(
  'keeps its past when a worker is lost in the phase %s of a tick that is stepped again',
  async (phase) => {
    const expected = oracle(school, 40);
    const world = createWorld(school, { history: 8 });
    const faults = [{ worker: 1, tick: 25, phase, kind: 'exit' } as const];
    await using team = await patientTeam(world, 3, { faults });
    await team.run(24);
    await team.rewind(20);
    const { hashes } = await team.run(10, { hash: true });
    expect(hashDifference(hashes, expected.slice(20, 30))).toBeUndefined();
    await team.rewind(22);
    expect(stateHash(world)).toBe(expected[21]);
    const again = await team.run(8, { hash: true });
    expect(hashDifference(again.hashes, expected.slice(22, 30))).toBeUndefined();
  },
);

it('emits what was retracted, and is refused during a run', async () => {
  const world = createWorld(beams, { history: 64 });
  const known = createWorld(beams);
  await using team = await patientTeam(world, 2);
  let events: WorldEvent[] = [];
  const retracted: number[] = [];
  team.on('event', (event) => {
    if (event.type !== 'retracted') events.push(event);
  });
  team.on('retracted', (event) => {
    retracted.push(event.tick);
    events = events.filter((one) => one.tick <= event.tick);
  });
  await team.run(60);
  expect(events.length).toBeGreaterThan(0);
  await team.rewind(2);
  expect(retracted).toEqual([2]);
  const run = team.run(58);
  await expect(team.rewind(2)).rejects.toMatchObject({ code: 'TEAM_BUSY' });
  await run;
  const expected: WorldEvent[] = [];
  await using other = await patientTeam(known, 1);
  other.on('event', (event) => expected.push(event));
  await other.run(60);
  expect(events).toEqual(expected);
});

it('a command for a past tick gives the world that knew it from the start', async () => {
  const world = createWorld(school, { history: 10 });
  const known = createWorld(school);
  await using team = await patientTeam(world, 2);
  const push: CommandInput = { type: 'place', ids: [3], velocity: [1, 2, 0] };
  await team.run(12);
  await team.rewind(6);
  await team.command(push);
  await team.run(14);
  tick(known, 6);
  command(known, push);
  tick(known, 14);
  expect(stateHash(world)).toBe(stateHash(known));
  expect(Buffer.compare(snapshot(world), snapshot(known))).toBe(0);
});

it.each([2, 3])(
  'a team of %d loads a snapshot, and goes on when a worker is lost in the next tick',
  async (workers) => {
    const expected = oracle(school, 40);
    const known = createWorld(school);
    tick(known, 20);
    const bytes = snapshot(known);
    const world = createWorld(school, { history: 8 });
    const faults = [{ worker: 1, tick: 22, phase: 'scatter', kind: 'exit' } as const];
    await using team = await patientTeam(world, workers, { faults });
    await team.run(11);
    load(world, bytes);
    expect(world.tick).toBe(20);
    const { hashes } = await team.run(20, { hash: true });
    expect(hashDifference(hashes, expected.slice(20, 40))).toBeUndefined();
    const run = team.run(1);
    expect(() => load(world, bytes)).toThrow(/load: found a world that a team is stepping/);
    await run;
    expect(() => load(world, bytes.subarray(9))).toThrow('expected a Skein snapshot');
    expect(world.tick).toBe(41);
  },
);
