import {
  createWorld,
  type ParticleViews,
  parseScenario,
  particles,
  stateHash,
  takeEvents,
  tick,
  type World,
} from '@skein/core';
import { createTeam } from '@skein/worker';
import { expect, it } from 'vitest';
import { LONG, long, someOf } from '../../core/test/helpers/long.ts';
import { patientTeam } from './patient-team.ts';
import { beams as plain } from './scenes.ts';

const [beam] = plain.species;
/** The beams with trails and sparks. The ring has room for the particles of 200 ticks. */
const beams = parseScenario({
  ...plain,
  species: [{ ...beam, trail: {}, sparks: { count: 37 } }],
  particles: { capacity: 40_000 },
});

/**
 * The result of an evaluation as text. It is short to compare, and remains when the next evaluation overwrites the
 * views.
 */
function textOf({ count, records, kinds }: ParticleViews): string {
  return `${count} ${Buffer.from(new Uint8Array(records.slice().buffer)).toString('base64')} ${kinds.join('')}`;
}

function worldAt(ticks: number): World {
  const world = createWorld(beams);
  tick(world, ticks);
  return world;
}

const AT = 90;
const alone = worldAt(AT);
const expected = textOf(particles(alone, { alpha: 0.25 }));
const expectedBefore = textOf(particles(alone, { tick: 51 }));

it('the scene has many particles of both kinds', () => {
  const { count, kinds } = particles(alone);
  expect(count).toBeGreaterThan(5000);
  expect(new Set(kinds)).toEqual(new Set([0, 1]));
});

it.each(someOf([3, 1, 2, 5, 8], 5))(
  '%i workers evaluate the same bits as the calling thread',
  async (workers) => {
    const world = createWorld(beams);
    await using team = await patientTeam(world, workers);
    await team.run(AT);
    const hash = stateHash(world);
    expect(textOf(await team.particles({ alpha: 0.25 })) === expected).toBe(true);
    expect(textOf(await team.particles({ tick: 51 })) === expectedBefore).toBe(true);
    expect(stateHash(world)).toBe(hash);
  },
);

it('a team on the calling thread evaluates the same bits', async () => {
  const world = createWorld(beams, { shared: false });
  await using team = await createTeam(world);
  await team.run(AT);
  expect(team.threaded).toBe(false);
  expect(textOf(await team.particles({ alpha: 0.25 })) === expected).toBe(true);
});

it.each(someOf([1, 2, 3, 5, 8], 5, 1))(
  '%i workers evaluate the same bits right after a run',
  async (workers) => {
    const world = createWorld(beams);
    await using team = await patientTeam(world, workers);
    const { particles: at } = await team.run(AT, { particles: { alpha: 0.25 } });
    expect(textOf(at!.views) === expected).toBe(true);
    expect(at!.ms).toBeGreaterThanOrEqual(0);
    const run = team.run(10, { particles: { tick: 51 }, hash: true });
    // Ends the segment before the run is over.
    await team.command({ type: 'fire' });
    const report = await run;
    expect(textOf(report.particles!.views) === expectedBefore).toBe(true);
    expect(report.hashes?.at(-1)).toBe(stateHash(world));
    expect((await team.run(1)).particles).toBeUndefined();
  },
);

it('a team on the calling thread evaluates the same bits right after a run', async () => {
  await using team = await createTeam(createWorld(beams, { shared: false }));
  const { particles: at } = await team.run(AT, { particles: { alpha: 0.25 } });
  expect(textOf(at!.views) === expected).toBe(true);
});

long(
  'a run returns the particles that it requested, even if a listener requests others',
  async () => {
    const alone = worldAt(60);
    for (takeEvents(alone); takeEvents(alone).length === 0; tick(alone));
    const world = createWorld(beams);
    await using team = await patientTeam(world, 2);
    await team.run(alone.tick - 1);
    const others: Promise<string>[] = [];
    team.on('event', () => {
      // Only once: two evaluations at the same time share their memory.
      if (others.length === 0) others.push(team.particles({ tick: 51 }).then(textOf));
    });
    const { particles: found } = await team.run(1, { particles: { alpha: 0.25 } });
    expect(textOf(found!.views) === textOf(particles(alone, { alpha: 0.25 }))).toBe(true);
    const before = textOf(particles(alone, { tick: 51 }));
    expect(others.length).toBeGreaterThan(0);
    for (const other of await Promise.all(others)) expect(other === before).toBe(true);
  },
);

long('an aborted run returns no particles', async () => {
  const world = worldAt(AT);
  await using team = await patientTeam(world, 2);
  const cut = new AbortController();
  const run = team.run(100_000, { particles: {}, signal: cut.signal });
  await team.command({ type: 'fire' });
  cut.abort();
  const report = await run;
  expect(report.aborted).toBe(true);
  expect(report.particles).toBeUndefined();
});

it('a run refuses particles of a time that it will not reach, a team a time out of range; both continue', async () => {
  const world = worldAt(AT);
  await using team = await patientTeam(world, 2);
  for (const wrong of [{ alpha: -1 }, { tick: AT + 3 }]) {
    await expect(team.run(2, { particles: wrong })).rejects.toMatchObject({
      code: 'PARTICLES_INVALID',
    });
  }
  expect(world.tick).toBe(AT);
  const wrong = [{ alpha: 1.5 }, { tick: AT + 1 }].map((options) => team.particles(options));
  const right = team.particles({ alpha: 0.25 });
  for (const one of wrong) await expect(one).rejects.toMatchObject({ code: 'PARTICLES_INVALID' });
  expect(textOf(await right) === expected).toBe(true);
  expect((await team.run(2, { particles: { tick: AT + 2 } })).particles).toBeDefined();
});

long('a team evaluates the same bits after a resize', async () => {
  await using team = await patientTeam(worldAt(AT), 1);
  for (const workers of [4, 2, 7]) {
    await team.resize(workers);
    expect(textOf(await team.particles({ alpha: 0.25 })) === expected).toBe(true);
  }
});

it('particles can be evaluated during a run, which continues', async () => {
  const world = worldAt(60);
  await using team = await patientTeam(world, LONG ? 3 : 2);
  let over = false;
  const run = team.run(600).finally(() => {
    over = true;
  });
  const views = await team.particles({ tick: 51 });
  expect(over).toBe(false);
  expect(textOf(views) === expectedBefore).toBe(true);
  expect(await run).toMatchObject({ toTick: 660, aborted: false });
  expect(stateHash(world)).toBe(stateHash(worldAt(660)));
});

it('a team refuses a run during an evaluation, but handles other requests', async () => {
  const world = worldAt(AT);
  await using team = await patientTeam(world, 2);
  const views = team.particles({ alpha: 0.25 });
  const command = team.command({ type: 'fire', count: 3 });
  const resized = team.resize(3);
  await expect(team.run(1)).rejects.toMatchObject({ code: 'TEAM_BUSY' });
  expect(textOf(await views) === expected).toBe(true);
  expect(await team.run(10)).toMatchObject({ fromTick: AT, toTick: AT + 10 });
  expect(await command).toMatchObject({ tick: AT });
  await resized;
  expect(team.workers).toBe(3);
});

long('a team refuses an evaluation while another team runs the world', async () => {
  const world = worldAt(AT);
  await using team = await patientTeam(world, 1);
  await using other = await patientTeam(world, 1);
  const run = team.run(50);
  await expect(other.particles()).rejects.toMatchObject({ code: 'TEAM_BUSY' });
  await run;
});

it.runIf(LONG).each([
  ['throw', 'WORKER_LOST'],
  ['exit', 'WORKER_LOST'],
  ['hang', 'WORKER_STALLED'],
] as const)('a team evaluates the same bits when a worker is lost: %s', async (kind, code) => {
  const world = worldAt(AT);
  const faults = [{ worker: 1, tick: AT, phase: 'particles', kind }];
  const patience = kind === 'hang' ? { stallMs: 500 } : {};
  await using team = await patientTeam(world, 2, { faults, ...patience });
  const told: unknown[] = [];
  team.on('fault', (fault) => told.push(fault));
  expect(textOf(await team.particles({ alpha: 0.25 })) === expected).toBe(true);
  expect(told).toMatchObject([
    { action: 'replaced', error: { code, worker: 1, phase: 'particles', tick: AT } },
  ]);
});

it('a run returns the same bits when a worker is lost during the evaluation after it', async () => {
  const world = worldAt(AT - 5);
  const faults = [{ worker: 1, tick: AT, phase: 'particles', kind: 'exit' }] as const;
  await using team = await patientTeam(world, 2, { faults: [...faults] });
  const told: unknown[] = [];
  team.on('fault', ({ error }) => told.push(error.phase));
  const { toTick, particles } = await team.run(5, { particles: { alpha: 0.25 } });
  expect([toTick, told]).toEqual([AT, ['particles']]);
  expect(textOf(particles!.views) === expected).toBe(true);
  expect(stateHash(world)).toBe(stateHash(worldAt(AT)));
});

long(
  'a team answers all waiting evaluations when a worker is lost during one of them',
  async () => {
    const world = worldAt(AT - 1);
    const fault = { worker: 0, tick: AT, phase: 'particles', kind: 'throw' } as const;
    await using team = await patientTeam(world, 2, { faults: [fault] });
    const run = team.run(1);
    const asked = [{ tick: 51 }, { tick: 51, alpha: 0 }].map(async (options) =>
      textOf(await team.particles(options)),
    );
    expect(await run).toMatchObject({ toTick: AT });
    expect((await Promise.all(asked)).every((text) => text === expectedBefore)).toBe(true);
    expect(textOf(await team.particles({ alpha: 0.25 })) === expected).toBe(true);
  },
);

it('an evaluation rejects when its team is disposed of', async () => {
  const team = await patientTeam(worldAt(AT), 2);
  const ended = expect(team.particles()).rejects.toMatchObject({ code: 'TEAM_DISPOSED' });
  await team.dispose();
  await ended;
  await expect(team.particles()).rejects.toMatchObject({ code: 'TEAM_DISPOSED' });
});
