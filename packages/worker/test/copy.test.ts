import { readFileSync } from 'node:fs';
import {
  type CommandInput,
  command,
  createWorld,
  findPaths,
  measure,
  parseScenario,
  particles,
  query,
  type Scenario,
  snapshot,
  stateHash,
  takeEvents,
  tick,
  type World,
} from '@skein/core';
import { expect, it } from 'vitest';
import { someOf } from '../../core/test/helpers/long.ts';
import type { Team, TeamOptions } from '../src/api.ts';
import { type CopyingThread, hireCopying } from '../src/copy-crew.ts';
import { createCopyThread } from '../src/copy-thread.ts';
import { startTeam } from '../src/start.ts';
import { requestsFor } from './query-requests.ts';
import { beams, flock, hashDifference, oracle, school } from './scenes.ts';

/**
 * Simulates threads in this process, and clones and transfers data as messages do. A part fails if `lose` returns
 * true.
 */
function threads(lose: () => boolean = () => false): (onLoss: unknown) => CopyingThread {
  return () => {
    const thread = createCopyThread({
      now: () => performance.now(),
      exit: () => {
        throw new Error('the thread ended');
      },
      ownNumber: () => undefined,
    });
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    return {
      async attachCopy(plan, parcel) {
        const sent = structuredClone(parcel, { transfer: [parcel] });
        await turn();
        thread.attachCopy(plan, sent);
      },
      async runCopy(part, parcel) {
        const sent = structuredClone(parcel, { transfer: [parcel] });
        await turn();
        const outcome = thread.runCopy(structuredClone(part), sent);
        if (lose()) throw new Error('it was lost');
        await turn();
        return structuredClone({ outcome, parcel: sent }, { transfer: [sent] });
      },
      end: async () => {},
    };
  };
}

function copyTeam(world: World, start = threads(), options: TeamOptions = {}): Promise<Team> {
  return startTeam(world, options, {
    coresHint: 2,
    hire: () => {
      throw new Error('the world cannot be shared');
    },
    hireCopying: hireCopying(start),
    refusal: undefined,
  });
}

const NOTICE =
  'The world is stepped by one worker, in a copy of its memory, with the same result. ' +
  'The world was made without shared memory.';

const COPIED: ['ts' | 'simd', Scenario][] = [
  ['ts', flock],
  ['simd', flock],
  ['ts', beams],
  ['simd', beams],
  ['simd', school],
];
it.each(someOf(COPIED, 2))(
  'a copy has the hash of tick() at each tick, kernel %s, %#',
  async (kernel, scenario) => {
    const world = createWorld(scenario, { shared: false, kernel });
    await using team = await copyTeam(world, threads(), { workers: 4 });
    expect([team.workers, team.threaded, team.notice]).toEqual([1, false, NOTICE]);
    const faults: unknown[] = [];
    team.on('fault', (fault) => faults.push(fault));
    const { hashes } = await team.run(50, { hash: true });
    expect(faults).toEqual([]);
    expect(hashDifference(hashes, oracle(scenario, 50))).toBeUndefined();
  },
);

/** The maze with one in a hundred of its agents. */
const maze = (() => {
  const text = readFileSync(new URL('../../../scenarios/maze.json', import.meta.url), 'utf8');
  const scenario = JSON.parse(text);
  for (const species of scenario.species) species.count = Math.ceil(species.count / 100);
  return parseScenario(scenario);
})();

it.each<[Scenario, CommandInput]>([
  [beams, { type: 'fire', count: 5 }],
  [maze, { type: 'cells', min: [4, 4], max: [9, 7], cost: 'wall' }],
  [maze, { type: 'cells', min: [4, 4], max: [9, 7], cost: 3 }],
])(
  'events, commands and snapshots are those of the calling thread, %#',
  async (scenario, input) => {
    const world = createWorld(scenario, { shared: false });
    const alone = createWorld(scenario, { shared: false });
    const events: unknown[] = [];
    const team = await copyTeam(world);
    team.on('event', (event) => events.push(event));
    // A copy that fails is replaced with the same bits. Only its fault would show, as an additional event.
    team.on('fault', (fault) => events.push(fault));
    for (const ticks of [1, 20, 3]) {
      await team.run(ticks);
      await team.command(input);
      await team.run(7);
      // Between two runs the caller may use the world.
      tick(world, 5);
      events.push(...takeEvents(world));
      tick(alone, ticks);
      command(alone, input);
      tick(alone, 12);
    }
    await team.dispose();
    tick(world, 5);
    tick(alone, 5);
    events.push(...takeEvents(world));
    expect(stateHash(world)).toBe(stateHash(alone));
    expect(events).toEqual(takeEvents(alone));
    expect(snapshot(world)).toEqual(snapshot(alone));
  },
);

it('particles, queries, measures and paths are those of the calling thread', async () => {
  const species = beams.species.map((species) => ({ ...species, trail: {}, sparks: {} }));
  const world = createWorld(parseScenario({ ...beams, species }), { shared: false });
  await using team = await copyTeam(world);
  const { particles: behind } = await team.run(60, { particles: { alpha: 0.5 } });
  const records = behind?.views.records.slice();
  expect(records).toEqual(particles(world, { alpha: 0.5 }).records);
  expect(records?.length).toBeGreaterThan(100);
  for (const request of requestsFor(world, 17)) {
    expect(await team.query(request)).toEqual(query(world, request));
  }
  expect(await team.measure(['polarization'])).toEqual(measure(world, ['polarization']));
  const walled = createWorld(maze, { shared: false });
  await using finder = await copyTeam(walled);
  const queries = [{ from: [1, 1], to: [30, 20] }] as const;
  expect(await finder.findPaths(queries)).toEqual(findPaths(walled, queries));
});

it('the loss of a copy costs no tick', async () => {
  let parts = 0;
  const world = createWorld(beams, { shared: false });
  await using team = await copyTeam(
    world,
    threads(() => ++parts === 2),
  );
  const faults: string[] = [];
  team.on('fault', ({ action }) => faults.push(action));
  await team.run(1);
  const { hashes } = await team.run(30, { hash: true });
  expect(faults).toEqual(['replaced']);
  expect(hashDifference(hashes, oracle(beams, 31).slice(1))).toBeUndefined();
});

it('the calling thread steps the world when the copy is lost again and again', async () => {
  const world = createWorld(beams, { shared: false });
  await using team = await copyTeam(
    world,
    threads(() => true),
  );
  const { hashes } = await team.run(20, { hash: true });
  expect(team.notice).toMatch(/continues on the calling thread/);
  expect(hashDifference(hashes, oracle(beams, 20))).toBeUndefined();
});

it('the calling thread steps the world when no worker can be started, and the notice says why', async () => {
  const world = createWorld(beams, { shared: false });
  const forbidden = (): never => {
    throw new Error('workers are forbidden');
  };
  await using team = await copyTeam(world, forbidden);
  await team.run(5);
  expect(world.tick).toBe(5);
  expect(team.notice).toBe(
    'The world is stepped on the calling thread, with the same result. The world was made without shared memory. ' +
      'Worker 0 of 1 could not be started: workers are forbidden.',
  );
});

it('a long run pauses for waiting requests: views are updated, and commands and aborts are handled', async () => {
  const world = createWorld(flock, { shared: false });
  await using team = await copyTeam(world);
  const control = new AbortController();
  const run = team.run(100_000, { signal: control.signal });
  const stamped = [];
  for (let n = 0; n < 2; n++) stamped.push((await team.command({ type: 'remove', ids: [n] })).tick);
  expect(stamped[1]).toBeGreaterThan(stamped[0]);
  control.abort();
  expect(await run).toMatchObject({ aborted: true });
  expect(world.tick).toBeLessThan(10_000);
});

it('a copy takes the past ticks with it', async () => {
  const expected = oracle(school, 30);
  const world = createWorld(school, { shared: false, history: 8 });
  await using team = await copyTeam(world);
  await team.run(20);
  for (const back of [15, 13]) {
    await team.rewind(back);
    expect(stateHash(world)).toBe(expected[back - 1]);
    const { hashes } = await team.run(20 - back, { hash: true });
    expect(hashDifference(hashes, expected.slice(back, 20))).toBeUndefined();
  }
});
