import { type CommandInput, createWorld, parseScenario } from '@skein/core';
import { expect, it } from 'vitest';
import { LONG, someOf } from '../../core/test/helpers/long.ts';
import { patientTeam } from './patient-team.ts';
import { beams, hashDifference, oracle, randomOf } from './scenes.ts';

function inputOf(random: () => number): CommandInput {
  const kind = Math.floor(random() * 5);
  if (kind === 0) return { type: 'fire', count: 1 + Math.floor(random() * 9) };
  if (kind === 1) return { type: 'move', position: [random() * 20, random() * 20, random() * 20] };
  const at: [number, number, number] = [random() * 20, random() * 20, random() * 20];
  if (kind === 2) return { type: 'remove', sphere: { center: at, radius: 4 * random() } };
  if (kind === 3) return { type: 'place', box: { min: [0, 0, 0], max: at }, velocity: at };
  return { type: 'set', species: 'beam', parameter: 'damping', value: 0.5 + random() };
}

const COMMANDS = LONG ? 60 : 20;

it.each(someOf([31, 32], 2))(
  'replays from the log the commands that were given during a run, seed %i',
  async (seed) => {
    const random = randomOf(seed);
    const world = createWorld({ ...beams, seed });
    await using team = await patientTeam(world, 3);

    const control = new AbortController();
    const run = team.run(1_000_000, { hash: true, signal: control.signal });
    const stamps: number[] = [];
    for (let count = 0; count < COMMANDS; count++) {
      stamps.push((await team.command(inputOf(random))).tick);
      await new Promise((resolve) => setTimeout(resolve, random() * 6));
    }
    control.abort();
    const { hashes, ticks } = await run;

    expect(new Set(stamps).size).toBeGreaterThan(COMMANDS / 2);
    expect(stamps).toEqual([...stamps].sort((a, b) => a - b));
    expect(world.log.map((command) => command.tick)).toEqual(stamps);

    const replay = parseScenario({ ...beams, seed, commands: [...beams.commands, ...world.log] });
    expect(hashDifference(hashes, oracle(replay, ticks))).toBeUndefined();
  },
);

it('carries out simultaneous commands in the order in which they were given', async () => {
  const world = createWorld(beams);
  await using team = await patientTeam(world, 2);
  const run = team.run(40);
  const given = [3, 1, 2].map((count) => team.command({ type: 'fire', count }));
  const done = await Promise.all(given);
  await run;
  expect(world.log).toEqual(done);
  expect(done.map((command) => command.type === 'fire' && command.count)).toEqual([3, 1, 2]);
});

it('carries out a command in the next tick when the team is idle', async () => {
  const world = createWorld(beams);
  await using team = await patientTeam(world, 2);
  await team.run(9);
  const done = await team.command({ type: 'move', target: 'far', position: [1, 2, 3] });
  expect(done.tick).toBe(9);
  await team.run(1);
  const { x, y, z } = world.views.targetPosition;
  expect([x[1], y[1], z[1]]).toEqual([1, 2, 3]);
});

it('refuses a wrong command during a run and between runs, and continues', async () => {
  const world = createWorld(beams);
  await using team = await patientTeam(world, 2);
  const wrong: CommandInput = { type: 'move', target: 'nowhere', position: [0, 0, 0] };
  await expect(team.command(wrong)).rejects.toMatchObject({ name: 'CommandError' });
  const run = team.run(300);
  await expect(team.command(wrong)).rejects.toMatchObject({ name: 'CommandError' });
  await expect(run).resolves.toMatchObject({ toTick: 300 });
  expect(world.log).toEqual([]);
});
