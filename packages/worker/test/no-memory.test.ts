import {
  type Command,
  createWorld,
  parseScenario,
  type Scenario,
  stateHash,
  takeEvents,
  tick,
  type World,
  type WorldEvent,
} from '@skein/core';
import { innerOf, renewMemory } from '@skein/core/internal';
import { expect, it, vi } from 'vitest';
import {
  type Attempt,
  failing,
  failingLater,
} from '../../core/test/helpers/failing-allocations.ts';
import { someOf } from '../../core/test/helpers/long.ts';
import type { Team } from '../src/api.ts';
import type { FaultyOptions } from '../src/faults.ts';
import { startTeam } from '../src/start.ts';
import { hostOf, startReal } from './own-host.ts';
import { RecordedThreads } from './recorded-threads.ts';
import { beams, randomOf } from './scenes.ts';

// Lets each allocation of the calling thread fail once, in everything that a team does.

/** The tick at which the worlds are when the test begins. Faults occur after it. */
const AT = 13;
const [beam] = beams.species;
const sparks = parseScenario({
  ...beams,
  species: [{ ...beam, trail: {}, sparks: { count: 5 } }],
  particles: { capacity: 3000 },
});

const random = randomOf(3);
const yard = parseScenario({
  name: 'yard',
  seed: 3,
  dimensions: 2,
  map: { rows: ['.....', '.###.', '.....'], origin: [0, 0], cellSize: 2 },
  species: [
    {
      name: 'mote',
      count: 5,
      spawn: { type: 'points', positions: Array.from({ length: 5 }, () => [10 * random(), 1]) },
      maxSpeed: 3,
      behaviors: [{ type: 'wander' }],
    },
  ],
});
const query = { from: [1, 1], to: [9, 5] } as const;

/** The hash and the events of a world that is stepped to tick `until` undisturbed. */
function undisturbed(scenario: Scenario, until: number, log: readonly Command[]) {
  const commands = [...scenario.commands, ...log.map(({ ...command }) => command)];
  const world = createWorld({ ...scenario, commands });
  tick(world, until);
  return { hash: stateHash(world), events: takeEvents(world) };
}

function begin(world: World, options: FaultyOptions): Promise<Team> {
  return startTeam(world, { stallMs: 60_000, ...options }, hostOf(startReal));
}

/** Expects an error that a call may reject with: memory ran out, or the team cannot continue without it. */
function expectTyped(error: unknown): void {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  if (code === 'WORKER_LOST') expect(cause).toMatchObject({ code: 'NO_MEMORY' });
  else expect(code, String(error)).toMatch(/^(NO_MEMORY|WORKER_START_FAILED)$/);
}

interface Case {
  readonly scenario: Scenario;
  readonly options: FaultyOptions;
  readonly shared?: boolean;
  /** The call to test. Omitted if creating the team is tested. */
  readonly act?: (team: Team) => Promise<unknown>;
}

/** Lets allocation `nth` of a case fail. Returns whether the case reached that allocation. */
async function endure({ scenario, options, shared = true, act }: Case, nth: number) {
  using threads = new RecordedThreads();
  const world = createWorld(scenario, { maxWorkers: 3, shared });
  tick(world, AT);
  const events: WorldEvent[] = takeEvents(world);
  const hear = (team: Team): Team => {
    team.on('event', (event) => events.push(event));
    return team;
  };

  let team = act && hear(await begin(world, options));
  const attempt: Attempt<unknown> = await failingLater(nth, async () => {
    if (team) await act!(team);
    else team = hear(await begin(world, options));
  });
  if (attempt.error !== undefined) {
    expect(attempt.failed, String(attempt.error)).toBe(true);
    expectTyped(attempt.error);
  }
  expect(stateHash(world)).toBe(undisturbed(scenario, world.tick, world.log).hash);

  // When there is memory again, the team continues, or it is disposed of and the world continues.
  const goOn = await team?.run(4).catch((error) => error);
  if (goOn instanceof Error) expect(goOn).toMatchObject({ code: 'TEAM_FAILED' });
  await team?.dispose();
  const alive = () => threads.all.filter((worker) => worker.threadId !== -1);
  await vi.waitFor(() => expect(alive()).toEqual([]), { interval: 5 });
  tick(world);
  events.push(...takeEvents(world));
  expect({ hash: stateHash(world), events }).toEqual(undisturbed(scenario, world.tick, world.log));
  return attempt.failed;
}

const exits = { worker: 1, tick: AT + 2, phase: 'steer', kind: 'exit' } as const;

it.each(
  someOf<[string, Case]>(
    [
      ['createTeam', { scenario: sparks, options: { workers: 2 } }],
      [
        'run',
        {
          scenario: sparks,
          options: { workers: 2 },
          act: (team) => team.run(9, { hash: true, particles: {} }),
        },
      ],
      [
        'run on the calling thread',
        {
          scenario: sparks,
          options: {},
          shared: false,
          act: (team) => team.run(4, { hash: true, particles: {} }),
        },
      ],
      [
        'run, when a worker is lost',
        { scenario: sparks, options: { workers: 2, faults: [exits] }, act: (team) => team.run(9) },
      ],
      ['resize', { scenario: sparks, options: { workers: 1 }, act: (team) => team.resize(2) }],
      [
        'particles and command',
        {
          scenario: sparks,
          options: { workers: 1 },
          act: (team) => Promise.all([team.particles(), team.command({ type: 'fire', count: 5 })]),
        },
      ],
      [
        'findPaths on the calling thread',
        {
          scenario: yard,
          options: {},
          shared: false,
          act: (team) => team.findPaths([query, query]),
        },
      ],
    ],
    6,
  ),
)(
  '%s succeeds or rejects with a typed error, loses nothing and leaves no thread',
  async (_, one) => {
    // The allocations of renewMemory are skipped: packages/core/test/world/no-memory.test.ts tries each of them.
    const first = one.options.faults ? allocationsOf((world) => renewMemory(innerOf(world))) : 1;
    let nth = first;
    while (await endure(one, nth)) nth++;
    expect(nth).toBeGreaterThan(first);
  },
);

/** The number of allocations in a synchronous function. */
function allocationsOf(act: (world: World) => void): number {
  const world = createWorld(sparks, { maxWorkers: 3 });
  let nth = 1;
  while (failing(nth, () => act(world)).failed) nth++;
  return nth - 1;
}
