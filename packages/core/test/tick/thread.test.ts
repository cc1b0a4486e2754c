import {
  createWorld,
  parseScenario,
  stateHash,
  takeEvents,
  tick,
  type World,
  type WorldEvent,
} from '@skein/core';
import {
  innerOf,
  interruptRun,
  PIPELINE,
  poisonRun,
  TRACE_TICKS,
  traceOf,
  workerProgress,
} from '@skein/core/internal';
import { defineLaw, vec3 } from '@skein/core/laws';
import { afterEach, describe, expect, it } from 'vitest';
import { hashDifference } from '../helpers/hash-difference.ts';
import { LONG, long, someOf } from '../helpers/long.ts';
import { pause, ThreadTeam } from '../helpers/thread-team.ts';

// Real threads need built files: these tests run on dist, the others on src.

/** Now and then an agent ends, and a new one takes its place. */
const renew = defineLaw({
  name: 'renew',
  description: 'Ends, and leaves one behind.',
  ends: ({ self, tick }) => self.id.add(tick).mod(41).equal(0),
  births: ({ self, tick }) => [
    { when: self.id.add(tick).mod(41).equal(0), velocity: self.velocity.add(vec3(0, 1, 0)) },
  ],
});

/** Small, so that the barriers are most of the work, and with a prime number of agents. */
const tinyInput = {
  name: 'tiny',
  seed: 5,
  bounds: { type: 'wrap', min: [-9, -6, -4], max: [9, 6, 4] },
  fields: [{ name: 'trail', cells: [5, 3, 2], decay: 1 }],
  species: [
    {
      name: 'mote',
      count: 67,
      capacity: 71,
      spawn: { type: 'box', min: [-9, -6, -4], max: [9, 6, 4], velocity: { speed: 2 } },
      maxSpeed: 4,
      behaviors: [
        { type: 'cohesion', radius: 2 },
        { type: 'separation', radius: 1, states: ['wild'] },
        { type: 'evade', quarry: 'mote', sight: 2, weight: 0.1 },
        { type: 'law:renew' },
        { type: 'deposit', field: 'trail' },
      ],
      reports: [{ type: 'near', species: 'mote', distance: 0.5 }],
      states: [
        { name: 'calm', next: [{ type: 'near', to: 'wild', species: 'mote', distance: 0.7 }] },
        { name: 'wild', next: [{ type: 'after', to: 'calm', time: 0.1 }] },
      ],
    },
  ],
};
const tiny = parseScenario(tinyInput, { laws: [renew] });

/** Five hundred events a tick. */
const busy = parseScenario({
  name: 'busy',
  dt: 0.1,
  species: [
    {
      name: 'spark',
      count: 1003,
      spawn: { type: 'pool' },
      lifetime: 0.05,
      behaviors: [{ type: 'homing' }],
    },
  ],
  targets: [{ name: 'goal', position: [0, 0, 90] }],
  launchers: [{ name: 'gun', species: 'spark', target: 'goal', position: [0, 0, 0], speed: 30 }],
  commands: Array.from({ length: 120 }, (_, k) => ({ tick: k, type: 'fire', count: 500 })),
});

const alone = { world: createWorld(tiny), hashes: [] as string[] };

/** Hashes of ticks 1 to `ticks` of the tiny world; no tick is stepped twice. */
function oracle(ticks: number): string[] {
  while (alone.hashes.length < ticks) {
    tick(alone.world);
    alone.hashes.push(stateHash(alone.world));
  }
  return alone.hashes.slice(0, ticks);
}

const teams: ThreadTeam[] = [];
function teamOf(world: World, workers: number): ThreadTeam {
  const team = new ThreadTeam(world, workers);
  teams.push(team);
  return team;
}

afterEach(async () => {
  for (const team of teams) team.letGo();
  await Promise.all(teams.splice(0).map((team) => team.dispose()));
});

const done = (at: number) => ({ result: 'done', tick: at });
/** A poisoned thread may not have looked at the last published tick yet: see world.tick for that. */
const aborted = { result: 'aborted' };

/** Starting a thread takes longer than its ticks here. */
const TEAMS: readonly (readonly [workers: number, spins: number, ticks: number])[] = LONG
  ? [
      [4, 200, 2000],
      [4, 0, 300],
      [1, 200, 300],
      [8, 2000, 100],
    ]
  : [
      [3, 200, 60],
      [2, 0, 20],
    ];

describe('runs', () => {
  it.each(TEAMS)(
    'with %i threads that spin %i times have the hashes of tick() over %i ticks',
    async (workers, spins, ticks) => {
      const world = createWorld(tiny);
      const team = teamOf(world, workers);
      const ends = await Promise.all(team.run(ticks, { spins }));
      expect(ends).toEqual(Array(workers).fill(done(ticks)));
      expect(world.tick).toBe(ticks);
      const { hashes, tickMs } = traceOf(innerOf(world), 0, ticks);
      expect(hashDifference(hashes, oracle(ticks))).toBeUndefined();
      expect(tickMs).toHaveLength(ticks);
      expect(tickMs.every((ms) => ms >= 0 && ms < 60_000)).toBe(true);
    },
  );

  long('of different lengths continue where the last one ended', async () => {
    const world = createWorld(tiny);
    const team = teamOf(world, 3);
    const found: string[] = [];
    for (const length of [1, 7, 2, 40]) {
      const from = world.tick;
      await Promise.all(team.run(from + length));
      found.push(...traceOf(innerOf(world), from, from + length).hashes);
    }
    expect(hashDifference(found, oracle(50))).toBeUndefined();
  });

  long('that have no tick to do end at once', async () => {
    const world = createWorld(tiny);
    tick(world, 5);
    expect(await Promise.all(teamOf(world, 2).run(5))).toEqual([done(5), done(5)]);
  });

  long('without hashes record none, and end in the same state', async () => {
    const world = createWorld(tiny);
    await Promise.all(teamOf(world, 2).run(30, { hash: false }));
    expect(traceOf(innerOf(world), 0, 30).hashes).toEqual([]);
    expect(stateHash(world)).toBe(oracle(30)[29]);
  });

  long('longer than the trace end where it is full', async () => {
    const world = createWorld(
      parseScenario({ name: 'one', species: [{ name: 'a', count: 1, spawn: { type: 'pool' } }] }),
    );
    const team = teamOf(world, 2);
    expect(await Promise.all(team.run(10_000))).toEqual(Array(2).fill(done(TRACE_TICKS)));
    expect(new Set(traceOf(innerOf(world), 0, TRACE_TICKS).hashes).size).toBe(TRACE_TICKS);
    expect(await Promise.all(team.run(TRACE_TICKS + 10))).toEqual(
      Array(2).fill(done(TRACE_TICKS + 10)),
    );
  });

  it('end early, with all threads at one tick, before the ring would lose an event', async () => {
    const alone = createWorld(busy);
    tick(alone, 120);
    const expected = takeEvents(alone);
    expect(expected.length).toBeGreaterThan(50_000);

    const world = createWorld(busy);
    const team = teamOf(world, 3);
    const found: WorldEvent[] = [];
    let segments = 0;
    while (world.tick < 120) {
      const from = world.tick;
      const ends = await Promise.all(team.run(120));
      expect(world.tick).toBeGreaterThan(from);
      expect(ends).toEqual(Array(3).fill(done(world.tick)));
      found.push(...takeEvents(world));
      segments++;
    }
    expect(segments).toBeGreaterThan(1);
    expect(found.length).toBe(expected.length);
    expect(found).toEqual(expected);
  });
});

describe('an interrupt', () => {
  it('stops all threads at the same tick, and the run continues from there', async () => {
    const world = createWorld(tiny);
    const team = teamOf(world, 4);
    const ends = team.run(4096);
    while (world.tick < 20) await pause(1);
    interruptRun(innerOf(world));
    const stopped = await Promise.all(ends);
    const at = world.tick;
    expect(at).toBeGreaterThanOrEqual(20);
    expect(at).toBeLessThan(4096);
    expect(stopped).toEqual(Array(4).fill(done(at)));
    expect(await Promise.all(team.run(at + 30))).toEqual(Array(4).fill(done(at + 30)));
    expect(stateHash(world)).toBe(oracle(at + 30)[at + 29]);
  });

  long('between two runs is ignored', async () => {
    const world = createWorld(tiny);
    interruptRun(innerOf(world));
    expect(await Promise.all(teamOf(world, 2).run(10))).toEqual(Array(2).fill(done(10)));
  });
});

const PHASES = PIPELINE.filter((phase) => phase.runs !== 'once').map((phase) => phase.name);

describe('a run poisoned while one thread is stuck in', () => {
  it.each(someOf(PHASES, 22))('%s ends, and can be run again', async (phase) => {
    const world = createWorld(tiny);
    const team = teamOf(world, 4);
    const ends = team.run(200, { stop: { worker: 2, tick: 50, phase, kind: 'hold' } });
    await team.stopped();
    // The others reach the barrier and park.
    const parked = [0, 1, 3];
    while (!parked.every((worker) => workerProgress(innerOf(world), worker).waiting))
      await pause(1);
    const before = parked.map((worker) => workerProgress(innerOf(world), worker).beat);
    for (const [k, worker] of parked.entries()) {
      const beat = () => workerProgress(innerOf(world), worker).beat;
      const message = 'a parked one shows signs of life';
      await expect.poll(beat, { interval: 10, message }).not.toBe(before[k]);
    }
    const stuck = workerProgress(innerOf(world), 2);
    expect(stuck).toMatchObject({ phase, waiting: false, tick: 50 });
    await pause(60);
    expect(workerProgress(innerOf(world), 2).beat).toBe(stuck.beat);

    poisonRun(innerOf(world));
    expect(await Promise.all(parked.map((worker) => ends[worker]))).toMatchObject(
      Array(3).fill(aborted),
    );
    team.letGo();
    expect(await ends[2]).toMatchObject(aborted);

    // The unfinished tick is thrown away, and the published state is whole: run again, it has the same hashes.
    expect(world.tick).toBe(50);
    expect(stateHash(world)).toBe(oracle(50)[49]);
    expect(await Promise.all(team.run(80))).toEqual(Array(4).fill(done(80)));
    expect(
      hashDifference(traceOf(innerOf(world), 50, 80).hashes, oracle(80).slice(50)),
    ).toBeUndefined();
  });
});

it('a thread that throws leaves the others at the barrier until they are poisoned', async () => {
  const world = createWorld(tiny);
  const team = teamOf(world, 3);
  const ends = team.run(100, { stop: { worker: 0, tick: 9, phase: 'integrate', kind: 'throw' } });
  expect(await ends[0]).toEqual({ result: 'injected', tick: 9 });
  while (!workerProgress(innerOf(world), 1).waiting || !workerProgress(innerOf(world), 2).waiting)
    await pause(1);
  poisonRun(innerOf(world));
  expect(await Promise.all(ends.slice(1))).toMatchObject([aborted, aborted]);
  expect(world.tick).toBe(9);
});
