import { readdirSync, readFileSync } from 'node:fs';
import { createWorld, parseScenarioText, type Scenario, takeEvents, tick } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { patientTeam } from './patient-team.ts';
import { beams, firstDifference, flock, oracle, school, trio } from './scenes.ts';

/** Scenes of the repository up to this size; larger ones are for the bench. */
const MAX_AGENTS = 2500;

const folder = new URL('../../../scenarios/', import.meta.url);
const shared = readdirSync(folder)
  .filter((file) => file.endsWith('.json') && !file.endsWith('.schema.json'))
  .map((file) => parseScenarioText(readFileSync(new URL(file, folder), 'utf8')))
  .filter((scenario) => agentsOf(scenario) <= MAX_AGENTS);

function agentsOf(scenario: Scenario): number {
  return scenario.species.reduce((sum, species) => sum + species.count, 0);
}

describe.each([flock, school, trio, beams])('$name, seed $seed', (scenario) => {
  const ticks = agentsOf(scenario) > 500 ? 200 : 600;
  const expected = oracle(scenario, ticks);

  it.each([1, 2, 3, 5, 8])('%i workers have the hash of tick() at each tick', async (workers) => {
    const world = createWorld(scenario);
    await using team = await patientTeam(world, workers);
    const report = await team.run(ticks, { hash: true });
    expect(firstDifference(report.hashes, expected)).toBeUndefined();
    expect(world.tick).toBe(ticks);
  });
});

/** Every scene goes over threads; under all numbers of workers they go on one, in @skein/core. */
it.each(shared)('$name has the hash of tick() at each tick with 3 workers', async (scenario) => {
  const ticks = agentsOf(scenario) > 300 ? 60 : 300;
  const world = createWorld(scenario);
  await using team = await patientTeam(world, 3);
  const report = await team.run(ticks, { hash: true });
  expect(firstDifference(report.hashes, oracle(scenario, ticks))).toBeUndefined();
});

it('tells the events of tick(), in the same order, whatever the workers', async () => {
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
