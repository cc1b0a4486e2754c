import { readdirSync, readFileSync } from 'node:fs';
import {
  command,
  createWorld,
  kernels,
  parseScenarioText,
  restore,
  type Scenario,
  snapshot,
  takeEvents,
  tick,
  type World,
  type WorldEvent,
} from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { worldDigest } from '@skein/core/read';
import type { Team } from '@skein/worker';
import { describe, expect, it } from 'vitest';
import { LONG, someOf } from '../../core/test/helpers/long.ts';
import { patientTeam } from './patient-team.ts';
import { beams, flock, hashDifference, oracle, school, trio } from './scenes.ts';

/** `npm test` steps the first quarter of the ticks. */
const SHARE = LONG ? 1 : 4;

/** Only scenes of the repository with at most this many agents are tested. Larger ones belong to the bench. */
const MAX_AGENTS = 2500;

const folder = new URL('../../../scenarios/', import.meta.url);
const shared = readdirSync(folder)
  .filter((file) => file.endsWith('.json') && !file.endsWith('.schema.json'))
  .map((file) => parseScenarioText(readFileSync(new URL(file, folder), 'utf8')))
  .filter((scenario) => agentsOf(scenario) <= MAX_AGENTS);

function agentsOf(scenario: Scenario): number {
  return scenario.species.reduce((sum, species) => sum + species.count, 0);
}

const MAIN = [flock, school, trio, beams];

describe.each(MAIN)('$name, seed $seed', (scenario) => {
  const ticks = (agentsOf(scenario) > 500 ? 200 : 600) / SHARE;
  const expected = oracle(scenario, ticks);

  it.each(LONG ? [2, 3, 8, 5, 1] : [[3, 2, 5, 1][MAIN.indexOf(scenario)]])(
    '%i workers have the hash of tick() at each tick',
    async (workers) => {
      const world = createWorld(scenario);
      await using team = await patientTeam(world, workers);
      const report = await team.run(ticks, { hash: true });
      expect(hashDifference(report.hashes, expected)).toBeUndefined();
      expect(world.tick).toBe(ticks);
    },
  );
});

/** `npm test` steps some of the scenes, `npm run test:long` all. A test of @skein/core steps scenes with changing numbers of workers. */
it.each(someOf(shared, 20, 5))(
  '$name has the hash of tick() at each tick with 3 workers',
  async (scenario) => {
    const ticks = (agentsOf(scenario) > 300 ? 60 : 300) / SHARE;
    const world = createWorld(scenario);
    await using team = await patientTeam(world, 3);
    const report = await team.run(ticks, { hash: true });
    expect(hashDifference(report.hashes, oracle(scenario, ticks))).toBeUndefined();
  },
);

it('a team reports the events of tick() in the same order', async () => {
  const alone = createWorld(beams);
  tick(alone, 400);
  const expected = takeEvents(alone);
  expect(expected.length).toBeGreaterThan(50);

  const world = createWorld(beams);
  await using team = await patientTeam(world, 3);
  const found: unknown[] = [];
  team.on('event', (event) => found.push(event));
  await team.run(150);
  await team.run(250);
  expect(found).toEqual(expected);
});

describe('the digest of everything that a world draws or needs to continue', () => {
  const TICKS = 240;
  const scenario = parseScenarioText(readFileSync(new URL('salvo.json', folder), 'utf8'));

  /** Gives a command halfway, so that the log has one while others are still pending. */
  const expected = (() => {
    const world = createWorld(scenario, { kernel: 'ts' });
    tick(world, TICKS / 2);
    command(world, { type: 'fire', count: 3 });
    tick(world, TICKS / 2);
    return worldDigest(innerOf(world));
  })();

  /** Steps the same number of ticks with a team, and puts back the events that the team has reported. */
  async function digestOf(world: World, team: Team): Promise<string> {
    const events: WorldEvent[] = [];
    team.on('event', (event) => events.push(event));
    await team.run(TICKS / 2);
    team.command({ type: 'fire', count: 3 });
    await team.run(TICKS / 2);
    expect(events.length).toBeGreaterThan(9);
    innerOf(world).host.events.push(...events);
    return worldDigest(innerOf(world));
  }

  it.each(
    someOf(
      kernels().flatMap((kernel) => [1, 2, 3, 5].map((workers) => [kernel, workers] as const)),
      8,
      2,
    ),
  )('is the same with kernel %s and %i workers', async (kernel, workers) => {
    const world = createWorld(scenario, { kernel });
    await using team = await patientTeam(world, workers);
    expect(await digestOf(world, team)).toBe(expected);
  });

  it('is the same after a worker was lost', async () => {
    const world = createWorld(scenario);
    const faults = [{ worker: 1, tick: 20, phase: 'writeBirths', kind: 'exit' } as const];
    await using team = await patientTeam(world, 3, { faults });
    const lost: unknown[] = [];
    team.on('fault', ({ error }) => lost.push(error.phase));
    expect(await digestOf(world, team)).toBe(expected);
    expect(lost).toEqual(['writeBirths']);
  });

  it('is the same when a team resumes the run from a snapshot', async () => {
    const begun = createWorld(scenario);
    tick(begun, 20);
    const world = restore(snapshot(begun));
    await using team = await patientTeam(world, 2);
    const events = takeEvents(world);
    team.on('event', (event) => events.push(event));
    await team.run(TICKS / 2 - 20);
    team.command({ type: 'fire', count: 3 });
    await team.run(TICKS / 2);
    innerOf(world).host.events.push(...events);
    expect(worldDigest(innerOf(world))).toBe(expected);
  });
});
