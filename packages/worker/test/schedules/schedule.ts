/**
 * A schedule: all that chance decides in a run, made from a seed alone. The team, its supervisor, seats,
 * watchdog and barrier are those of a real run; threads, clock and messages are played.
 */
import {
  type Command,
  type CommandInput,
  command,
  createWorld,
  parseScenario,
  stateHash,
  TeamError,
  takeEvents,
  tick,
  type WorldEvent,
} from '@skein/core';
import type { TeamFault } from '@skein/worker';
import { START_MS } from '../../src/crew.ts';
import type { FaultyOptions, PlannedFault } from '../../src/faults.ts';
import type { Host } from '../../src/start.ts';
import { startTeam } from '../../src/start.ts';
import { ThreadCrew } from '../../src/thread-crew.ts';
import { PHASES, randomOf } from '../scenes.ts';
import { type Chances, type Fate, Machine } from './machine.ts';
import { VirtualClock } from './virtual-clock.ts';

/** Beams of which one is fired in each tick, so that each tick has an event. */
const SCENE = parseScenario({
  name: 'salvo',
  seed: 5,
  species: [
    {
      name: 'beam',
      count: 19,
      spawn: { type: 'pool' },
      behaviors: [{ type: 'homing', speed: 30, curvatureRadius: 12, target: 'near' }],
    },
  ],
  targets: [{ name: 'near', position: [0, 0, 20], radius: 2 }],
  launchers: [{ name: 'left', species: 'beam', target: 'near', position: [-10, 0, 0], speed: 30 }],
  commands: Array.from({ length: 19 }, (_, tick) => ({ type: 'fire', tick, count: 1 })),
});
const MOST_WORKERS = 4;
const MOST_TICKS = 12;
const STALL_MS = 200;

/** What a run comes to without a team. */
const expected = (() => {
  const world = createWorld(SCENE, { kernel: 'ts' });
  const hashes: string[] = [];
  for (let k = 0; k < MOST_TICKS; k++) {
    tick(world);
    hashes.push(stateHash(world));
  }
  return { hashes, events: takeEvents(world) };
})();

/** What goes wrong in a schedule, so that its run may end in the way that is said. */
type Story =
  /** Threads are slow, and that is all. */
  | 'slow'
  /** Threads are kept from their cores, and the host says so. */
  | 'starved'
  /** Threads die, hang, throw, and do not start, each some times. */
  | 'losses'
  /** One tick hangs in every try. */
  | 'hangs'
  /** One tick throws in every try. */
  | 'throws'
  /** No thread can be had at all, or none from some moment on. */
  | 'refused';

const STORIES: readonly Story[] = [
  'slow',
  'starved',
  'losses',
  'losses',
  'losses',
  'hangs',
  'throws',
  'refused',
];

/** What is done to the team beside. */
type Deed = 'command' | 'resize' | 'particles' | 'abort' | 'dispose' | 'busy';
const DEEDS: readonly Deed[] = [
  'command',
  'command',
  'resize',
  'resize',
  'particles',
  'abort',
  'dispose',
  'busy',
];

const HEAVIER: CommandInput = { type: 'set', species: 'beam', parameter: 'mass', value: 2 };

/** What came of it. */
export interface Played {
  /** What is wrong, in words; undefined when nothing is. */
  readonly wrong: string | undefined;
  readonly losses: number;
  /** Of these how many workers were taken for dead because they were silent. */
  readonly silences: number;
  readonly virtualMs: number;
}

/** Plays the schedule of a seed. */
export async function play(seed: number): Promise<Played> {
  const random = randomOf(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const happens = (share: number): boolean => random() < share;
  /** Most are short, some are not. */
  const spread = (mostMs: number): number => mostMs * random() ** 6;

  const story = STORIES[seed % STORIES.length];
  const workers = 1 + below(MOST_WORKERS);
  const ticks = 3 + below(MOST_TICKS - 2);
  const clock = new VirtualClock();
  const world = createWorld(SCENE, { kernel: 'ts', maxWorkers: MOST_WORKERS });

  // What the story has in store.
  const lossy = story === 'losses';
  let deaths = lossy ? below(6) : 0;
  let hangs = lossy ? below(4) : 0;
  let badStarts = lossy ? below(4) : 0;
  /** How many threads will suffer, at most. */
  const injured = deaths + hangs + badStarts;
  const badTick = below(ticks);
  const slowShare = happens(0.5) ? 0.1 * random() : 0;
  // The last try bears 64 times as much.
  const slowMs = story === 'starved' ? 70 * STALL_MS : 40 * STALL_MS;
  const jitterMs = happens(0.5) ? 0.1 : 30;
  const startsMs = happens(0.8) ? 100 : 0.9 * START_MS;
  const refusedFrom = story === 'refused' ? below(workers + 2) : Number.POSITIVE_INFINITY;
  let asked = 0;
  const fate = (now: number): Fate => {
    if (story === 'hangs' && now === badTick) return { kind: happens(0.5) ? 'spins' : 'blocks' };
    if ((deaths > 0 || hangs > 0) && happens(0.03)) {
      if (deaths > 0 && happens(0.6)) {
        deaths--;
        return { kind: 'dies' };
      }
      if (hangs > 0) {
        hangs--;
        return { kind: happens(0.5) ? 'spins' : 'blocks' };
      }
    }
    const kind = story === 'starved' ? 'starves' : 'works';
    return { kind, ms: happens(slowShare) ? slowMs * random() : 0.01 + spread(jitterMs) };
  };
  const chances: Chances = {
    tellsUsage: story === 'starved' || happens(0.5),
    fate,
    delayMs: () => 0.01 + spread(jitterMs),
    startMs() {
      if (badStarts > 0 && happens(0.3)) {
        badStarts--;
        return happens(0.7) ? undefined : Number.POSITIVE_INFINITY;
      }
      return 1 + spread(startsMs);
    },
    refuses: () => ++asked > refusedFrom,
    lingerMs: () => spread(happens(0.1) ? 60_000 : 20),
  };
  clock.lateMs = () => spread(jitterMs);

  using machine = new Machine(clock, chances, world);
  const host: Host = {
    coresHint: 2,
    hire: (world, workers, onLoss, clock) =>
      new ThreadCrew(world.handle, workers, { start: machine.start, clock }, onLoss),
    refusal: undefined,
    clock,
  };
  const throwing = story === 'throws' || (lossy && happens(0.4));
  const faults: PlannedFault[] = throwing
    ? [
        {
          worker: below(workers),
          tick: badTick,
          phase: PHASES[below(PHASES.length)],
          kind: story === 'throws' ? 'throw' : (['throw', 'exit', 'tear'] as const)[below(3)],
          times: story === 'throws' ? Number.POSITIVE_INFINITY : 1 + below(3),
        },
      ]
    : [];
  const options: FaultyOptions = { workers, stallMs: STALL_MS, faults };

  const told: TeamFault[] = [];
  const events: WorldEvent[] = [];
  const given: Command[] = [];
  const problems: string[] = [];
  const deeds = Array.from(
    { length: happens(0.5) ? below(4) : 0 },
    () => DEEDS[below(DEEDS.length)],
  );
  let disposed = false;
  let aborted = false;
  let busyMs = 0;

  /** Moves the clock until something is over; what is wrong when it never will be, or too late. */
  async function until<Result>(what: string, promise: Promise<Result>): Promise<Result | Error> {
    let result: Result | Error | undefined;
    promise.then(
      (value) => {
        result = value ?? (true as Result);
      },
      (error) => {
        result = error;
      },
    );
    clock.called();
    let lastTick = world.tick;
    let sinceMs = clock.now();
    for (let steps = 0; result === undefined; steps++) {
      if (world.tick !== lastTick) {
        lastTick = world.tick;
        sinceMs = clock.now();
      }
      const boundMs = BOUND_MS + machine.slowMs + busyMs;
      if (clock.now() - sinceMs > boundMs)
        return stuck(`${what} makes no progress in ${boundMs} ms`);
      if (steps > MOST_STEPS) return stuck(`${what} is not over after ${steps} steps`);
      if (!(await clock.step())) {
        await clock.step();
        if (result === undefined) return stuck(`${what} waits for nothing`);
      }
    }
    return result;
  }
  function stuck(problem: string): Error {
    problems.push(problem);
    return new Error(problem);
  }

  const team = await until('createTeam', startTeam(world, options, host));
  if (team instanceof Error) {
    const fair = team instanceof TeamError && team.code === 'WORKER_START_FAILED';
    if (!fair || (story !== 'refused' && !lossy)) problems.push(`createTeam: ${team.message}`);
  } else {
    team.on('fault', (fault) => {
      told.push(fault);
      if (world.hold === 'workers')
        problems.push('a fault was told while workers are in the world');
    });
    team.on('event', (event) => events.push(event));
    const control = new AbortController();
    const asked: Promise<unknown>[] = [];
    const ask = (one: Promise<unknown>) => asked.push(one.catch((error) => error));
    let over = false;
    const act: Record<Deed, () => void> = {
      command: () => ask(team.command(HEAVIER).then((one) => given.push(one))),
      resize: () => ask(team.resize(1 + below(MOST_WORKERS))),
      particles: () => ask(team.particles()),
      abort: () => {
        aborted = true;
        control.abort();
      },
      dispose: () => {
        disposed = true;
        ask(team.dispose());
      },
      busy: () => {
        const ms = spread(100_000);
        busyMs += ms;
        clock.busyUntilMs = clock.now() + ms;
      },
    };
    for (const deed of deeds) {
      clock.message(spread(happens(0.5) ? 20 : 2000), () => {
        if (!over) act[deed]();
      });
    }

    const run = team.run(ticks, { hash: true, signal: control.signal }).then((report) => {
      // At once: what was asked for meanwhile begins with the world now.
      over = true;
      const { hashes = [], toTick } = report;
      if (!aborted && toTick !== ticks) problems.push(`ended at tick ${toTick} of ${ticks}`);
      const wanted = goldenOf(given, toTick);
      const differs = wanted.hashes.findIndex((hash, k) => hash !== hashes[k]);
      if (differs >= 0 || hashes.length !== toTick)
        problems.push(`the hash of tick ${differs + 1}`);
      if (!same(stateHash(world), wanted)) problems.push('the last hash');
      if (JSON.stringify(events) !== JSON.stringify(wanted.events)) problems.push('events');
    });
    const ended = await until('the run', run);
    over = true;
    const failed = ended instanceof Error ? ended : undefined;
    if (failed) problems.push(...unfair(failed));
    if (story === 'hangs' && !failed && !aborted && !disposed)
      problems.push('a hang was passed by');
    if (story === 'starved' && told.length > 0)
      problems.push('one that starved was taken for dead');
    if (new Set(told).size !== told.length) problems.push('a fault was told twice');
    // Those that were well are to be kept, and one more started for each that was not.
    const calm = lossy && slowShare === 0 && jitterMs < 1 && deeds.length === 0;
    const startable = workers + told.length + injured;
    if (calm && !failed && machine.threads.length > startable) {
      problems.push(
        `${machine.threads.length} threads were started, ${startable} expected at most`,
      );
    }
    await until('what was asked for', Promise.all(asked));
    clock.busyUntilMs = 0;
    const beginMs = clock.now();
    const disposal = team.dispose().then(() => {
      const tookMs = clock.now() - beginMs;
      if (tookMs > 1000) problems.push(`dispose took ${tookMs} ms`);
    });
    await until('dispose', disposal);
    // Whatever failed: the world stands at a whole tick, and can be stepped on.
    const whole = goldenOf(given, world.tick);
    if (world.tick > 0 && stateHash(world) !== whole.hashes.at(-1))
      problems.push('the world is torn');
  }
  if (world.hold !== 'none') problems.push('the world is held');
  if (machine.threads.some((thread) => !thread.ended)) problems.push('a thread was not ended');
  // Zombies may be at work still.
  const restMs = clock.now() + REST_MS;
  while (clock.now() < restMs && (await clock.step()));
  if (clock.open > 0) problems.push(`${clock.open} timers are left`);
  if (!same(stateHash(world), goldenOf(given, world.tick)))
    problems.push('a zombie wrote the world');
  return {
    wrong: problems.length === 0 ? undefined : problems.join('; '),
    losses: told.length,
    silences: told.filter(({ error }) => error.code === 'WORKER_STALLED').length,
    virtualMs: clock.now(),
  };

  /** What is wrong about how a run failed. */
  function unfair(error: Error): string[] {
    const code = error instanceof TeamError ? error.code : undefined;
    if (disposed && code === 'TEAM_DISPOSED') return [];
    if (story === 'hangs' && code === 'WORKER_STALLED') return [];
    // The calling thread meets the error in the end; after other losses it may be the next to try.
    if (code === 'WORKER_LOST' && throwing && /^The calling thread/.test(error.message)) return [];
    return [`the run: ${error.message}`];
  }
}

/** A tick that hangs is tried for 127 times the patience, and threads are waited for three times. */
const BOUND_MS = 130 * STALL_MS + 4 * START_MS;
const MOST_STEPS = 1_000_000;
/** Longer than any thread lingers. */
const REST_MS = 300_000;

function same(hash: string, { hashes }: { hashes: string[] }): boolean {
  return hashes.length === 0 || hash === hashes.at(-1);
}

/** What a run comes to with these commands. */
function goldenOf(
  given: readonly Command[],
  ticks: number,
): { hashes: string[]; events: WorldEvent[] } {
  const hashes: string[] = expected.hashes.slice(0, ticks);
  const events = expected.events.filter((event) => event.tick <= ticks);
  if (given.length === 0) return { hashes, events };
  const world = createWorld(SCENE, { kernel: 'ts', maxWorkers: 1 });
  for (let at = 0; at < ticks; at++) {
    for (const one of given) if (one.tick === at) command(world, HEAVIER);
    tick(world);
    hashes[at] = stateHash(world);
  }
  for (const one of given) if (one.tick === ticks) command(world, HEAVIER);
  return { hashes, events: takeEvents(world) };
}
