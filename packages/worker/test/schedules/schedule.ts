/**
 * A schedule: all random decisions of a run, made from a seed alone. The team, its supervisor, seats, watchdog and
 * barrier are those of a real run. Threads, clock and messages are simulated.
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
import { innerOf, PIPELINE, type WorldHandle } from '@skein/core/internal';
import type { Team, TeamFault } from '@skein/worker';
import { type Attachment, KEEP_MS, START_MS, TERMINATE_MS } from '../../src/crew.ts';
import type { FaultyOptions, PlannedFault } from '../../src/faults.ts';
import { MAX_SILENCES } from '../../src/patience.ts';
import type { Outcome, Part } from '../../src/protocol.ts';
import type { Host } from '../../src/start.ts';
import { MAX_LOSSES, startTeam } from '../../src/start.ts';
import { ThreadCrew } from '../../src/thread-crew.ts';
import { CHECK_MS } from '../../src/watchdog.ts';
import { PHASES, randomOf } from '../scenes.ts';
import { type Chances, type Fate, Machine } from './machine.ts';
import { VirtualClock } from './virtual-clock.ts';

/** Beams, one of which is fired in each tick, so that each tick has an event. */
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
const MAX_WORKERS = 4;
const MAX_TICKS = 12;
/** The most ticks of a second run. */
const MAX_MORE_TICKS = 4;
const STALL_MS = 200;

/** The hashes and events of a run without a team. */
const expected = (() => {
  const world = createWorld(SCENE, { kernel: 'ts' });
  const hashes: string[] = [];
  for (let k = 0; k < MAX_TICKS + MAX_MORE_TICKS; k++) {
    tick(world);
    hashes.push(stateHash(world));
  }
  return { hashes, events: takeEvents(world) };
})();

/** What goes wrong in a schedule. This determines how its run may end. */
type Story =
  /** Threads are slow, and nothing else happens. */
  | 'slow'
  /** Threads wait long for a core, and the host reports this. */
  | 'starved'
  /** Threads die, hang, throw or do not start, a few times each. */
  | 'losses'
  /** One tick hangs in every try. */
  | 'hangs'
  /** One tick throws in every try. */
  | 'throws'
  /** No thread can be started, from the beginning or from some moment on. */
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

/** Other requests to the team during a run. */
type Deed = 'command' | 'resize' | 'particles' | 'abort' | 'dispose' | 'busy' | 'kill';
const DEEDS: readonly Deed[] = [
  'command',
  'command',
  'resize',
  'resize',
  'particles',
  'abort',
  'dispose',
  'busy',
  'kill',
];

const HEAVIER: CommandInput = { type: 'set', species: 'beam', parameter: 'mass', value: 2 };

/** A crew that reports what happens to it. */
class WatchedCrew extends ThreadCrew {
  terminated = false;
  now: () => number = () => 0;
  /** Is called for each part. */
  working: (crew: WatchedCrew) => void = () => {};

  /**
   * When the latest part of each worker was done, ms. Each part has its own entry, because a part of a canceled run
   * may end when another thread already works under the same number.
   */
  readonly latest: { doneMs: number }[] = [];

  /** Is called when some threads have not attached a memory. */
  lacking: (crew: WatchedCrew, handle: WorldHandle) => void = () => {};

  override attach(handle: WorldHandle): Attachment {
    const attachment = super.attach(handle);
    attachment.all.catch(() => this.lacking(this, handle));
    return attachment;
  }

  override async run(part: Part, seat: number): Promise<Outcome> {
    this.working(this);
    const latest = { doneMs: Number.POSITIVE_INFINITY };
    this.latest[part.worker] = latest;
    const outcome = await super.run(part, seat);
    latest.doneMs = this.now();
    return outcome;
  }

  override terminate(): Promise<void> {
    this.terminated = true;
    return super.terminate();
  }
}

/** The outcome of a schedule. */
export interface Played {
  /** A description of the error; undefined if there is none. */
  readonly wrong: string | undefined;
  readonly losses: number;
  /** How many of the losses were workers that counted as dead because they were silent. */
  readonly silences: number;
  readonly virtualMs: number;
}

/** Plays the schedule of a seed. */
export async function play(seed: number): Promise<Played> {
  const random = randomOf(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const happens = (share: number): boolean => random() < share;
  /** A random time up to `mostMs`. Most of these times are short, some are long. */
  const spread = (mostMs: number): number => mostMs * random() ** 6;

  const story = STORIES[seed % STORIES.length];
  const workers = 1 + below(MAX_WORKERS);
  const ticks = 3 + below(MAX_TICKS - 2);
  const clock = new VirtualClock();
  const world = createWorld(SCENE, { kernel: 'ts', maxWorkers: MAX_WORKERS });

  // How many losses of each kind are still to come.
  const lossy = story === 'losses';
  let deaths = lossy ? below(6) : 0;
  let hangs = lossy ? below(4) : 0;
  let badStarts = lossy ? below(4) : 0;
  const badTick = below(ticks);
  const slowShare = happens(0.5) ? 0.1 * random() : 0;
  // In the last try a worker may be silent 64 times as long.
  const slowMs = story === 'starved' ? 70 * STALL_MS : 40 * STALL_MS;
  const jitterMs = happens(0.5) ? 0.1 : 30;
  /** The factor by which late timers lengthen the time that a number of looks takes. */
  const lateness = 1 + jitterMs / CHECK_MS;
  const startsMs = happens(0.8) ? 100 : 0.9 * START_MS;
  const refusedFrom = story === 'refused' ? below(workers + 2) : Number.POSITIVE_INFINITY;
  /** Whether the first threads start one after another. `startedMs` is when the last of them starts. */
  const inTurn = happens(0.3);
  let startedMs = 0;
  let asked = 0;
  const silencesAt = (tick: number): number =>
    told.filter(({ error }) => error.code === 'WORKER_STALLED' && error.tick === tick).length;
  const fate = (now: number): Fate => {
    if (story === 'hangs' && now === badTick) return { kind: happens(0.5) ? 'spins' : 'blocks' };
    if ((deaths > 0 || hangs > 0) && happens(0.03)) {
      if (deaths > 0 && happens(0.6)) {
        deaths--;
        return { kind: 'dies' };
      }
      if (hangs > 0) {
        // The last try of a tick must succeed.
        if (silencesAt(now) >= MAX_SILENCES - 1) return { kind: 'works', ms: 0 };
        hangs--;
        // A thread that never gets a core is waited for a long time.
        if (happens(0.1)) {
          machine.slowMs += PATIENCE_WITH_STARVING_MS * lateness;
          return { kind: 'starves', ms: Number.POSITIVE_INFINITY };
        }
        return { kind: happens(0.5) ? 'spins' : 'blocks' };
      }
    }
    const kind = story === 'starved' ? 'starves' : 'works';
    return { kind, ms: happens(slowShare) ? slowMs * random() : 0.01 + spread(jitterMs) };
  };
  const chances: Chances = {
    tellsUsage: story === 'starved' || happens(0.5),
    tellsEnds: happens(0.5),
    fate,
    delayMs: () => 0.01 + spread(jitterMs),
    startMs() {
      if (badStarts > 0 && happens(0.3)) {
        badStarts--;
        return happens(0.7) ? undefined : Number.POSITIVE_INFINITY;
      }
      if (!inTurn || machine.threads.length > workers) return 1 + spread(startsMs);
      startedMs = Math.max(startedMs, clock.now()) + 1 + startsMs * random();
      return startedMs - clock.now();
    },
    attaches() {
      if (badStarts === 0 || !happens(0.1)) return 'well';
      badStarts--;
      return happens(0.5) ? 'dies' : 'hangs';
    },
    refuses: () => ++asked > refusedFrom,
    lingerMs: () => spread(happens(0.1) ? 60_000 : 20),
  };
  clock.lateMs = () => spread(jitterMs);

  const told: TeamFault[] = [];
  using machine = new Machine(clock, chances, world);
  const crews: WatchedCrew[] = [];
  /** A loss that must be reported at the next tick boundary: its tick, and how many faults were reported before. */
  let untold: { tick: number; before: number } | undefined;
  /** How many workers were requested, of all crews together. */
  let hired = 0;
  /** The crew of the latest part. */
  let working: WatchedCrew | undefined;
  const host: Host = {
    coresHint: 2,
    hire(world, workers, onLoss, clock) {
      const source = { start: machine.start, clock };
      const crew = new WatchedCrew(world.handle, workers, source, onLoss);
      crew.now = clock.now;
      crew.working = (crew) => {
        working = crew;
      };
      crew.lacking = (crew, handle) => {
        if (crew.terminated || crew !== working) return;
        if (handle === world.handle && world.hold === 'workers')
          untold = { tick: world.tick, before: told.length };
      };
      crews.push(crew);
      hired += workers;
      return crew;
    },
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

  /** How many ticks in a row were done while a thread was ready but had no part. */
  let idleTicks = 0;
  /** The time since which work has waited although a thread is ready, ms. */
  let waitsFromMs = Number.POSITIVE_INFINITY;
  let { handle } = innerOf(world);
  let toldBefore = 0;
  /** The memory that the team has last reported. */
  let toldHandle = innerOf(world).handle;
  /** Checks that every ready thread gets work as soon as possible, and that losses are reported. */
  function lookAtCrew(team: Team, ticked: boolean): void {
    const waits = innerOf(world).hold === 'run';
    if (!waits) waitsFromMs = Number.POSITIVE_INFINITY;
    if ((ticked || waits) && working && !working.terminated) {
      const there = working.seatsAt(innerOf(world).handle).length;
      if (ticked) {
        const left = there === working.workers && !waits && team.workers < there;
        idleTicks = left ? idleTicks + 1 : 0;
        // The first of these ticks had begun before the thread was ready.
        if (idleTicks === 2) problems.push('a newcomer is not taken in');
      }
      waitsFromMs =
        waits && there > 0 ? Math.min(waitsFromMs, clock.now()) : Number.POSITIVE_INFINITY;
      const boundMs = KEEP_MS + 2 * jitterMs + busyMs;
      if (clock.now() - waitsFromMs > boundMs) {
        waitsFromMs = Number.POSITIVE_INFINITY;
        problems.push('work waits though a thread is there');
      }
    }
    if (untold && told.length > untold.before) untold = undefined;
    if (untold && world.tick > untold.tick + 1) {
      untold = undefined;
      problems.push('a thread did not start, and no fault was told');
    }
    if (innerOf(world).handle !== handle) {
      handle = innerOf(world).handle;
      if (told.length === toldBefore) problems.push('new memory, and no fault was told');
    }
    toldBefore = told.length;
  }

  /**
   * How long a run may take to its next tick, ms, if `lost` workers were lost since the last tick. Between two losses
   * the team waits for a thread once, and tries the tick once. Each deed may add a wait and a try: the crew of a
   * resize, for example, may still have to attach the memory.
   */
  function tickBoundMs(lost: number): number {
    // A tick cannot lose workers without end. After each MAX_LOSSES losses the team continues with fewer workers, and
    // finally without threads, see loss-count.ts. There are two exceptions. If the last of these losses is the
    // silence of the only worker, the run ends after MAX_SILENCES at the latest. If it is a thread without work, a
    // deed has caused it. A deed may also bring all workers back, or request a task that has its own tries.
    const rows = (1 + deeds.length) * (MAX_WORKERS + MAX_SILENCES);
    const times = 1 + deeds.length + Math.min(lost, rows * MAX_LOSSES);
    // Each of the two waits takes two more looks: one that sees the last beat or answer, and one for rounding.
    const looksMs = (START_MS + MAX_PATIENCE_MS + 4 * CHECK_MS) * lateness;
    // A phase takes one wake. Two for each phase leave more than enough time for the messages.
    const messagesMs = 2 * PIPELINE.length * jitterMs;
    return times * (looksMs + LEAVE_MS + KEEP_MS + messagesMs);
  }

  /** How long crews may take to start one after another, ms. After each answer of a thread, START_MS begins again. */
  const crewsBoundMs = (crews: number): number =>
    crews * MAX_WORKERS * (START_MS + 2 * CHECK_MS) * lateness;

  /**
   * Moves the clock until a promise settles. Resolves to its result, or to an error if it never settles or takes too
   * long. `boundMs` returns how long it may take to the next tick, ms, for the number of losses since the last tick.
   * The time of slow threads is added.
   */
  async function until<Result>(
    what: string,
    promise: Promise<Result>,
    boundMs: (lost: number) => number,
  ): Promise<Result | Error> {
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
    let toldSince = told.length;
    for (let steps = 0; result === undefined; steps++) {
      const ticked = world.tick !== lastTick;
      if (team !== undefined && !disposed) lookAtCrew(team, ticked);
      if (ticked) {
        lastTick = world.tick;
        sinceMs = clock.now();
        toldSince = told.length;
      }
      const mostMs = boundMs(told.length - toldSince) + machine.slowMs + busyMs;
      if (clock.now() - sinceMs > mostMs) return stuck(`${what} makes no progress in ${mostMs} ms`);
      if (steps > MAX_STEPS) return stuck(`${what} is not over after ${steps} steps`);
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

  let team: Team | undefined;
  const made = await until('createTeam', startTeam(world, options, host), () => crewsBoundMs(1));
  if (made instanceof Error) {
    const fair = made instanceof TeamError && made.code === 'WORKER_START_FAILED';
    if (!fair || (story !== 'refused' && !lossy)) problems.push(`createTeam: ${made.message}`);
  } else {
    team = made;
    if (!lossy && story !== 'refused' && made.workers !== workers)
      problems.push(`${made.workers} of ${workers} workers were waited for`);
    await playTeam(made);
  }
  if (innerOf(world).hold !== 'none') problems.push('the world is held');
  if (machine.threads.some((thread) => !thread.ended)) problems.push('a thread was not ended');
  const last = { tick: world.tick, hash: stateHash(world) };
  // Zombies may still be at work.
  const restMs = clock.now() + REST_MS;
  while (clock.now() < restMs && (await clock.step()));
  if (clock.open > 0) problems.push(`${clock.open} timers are left`);
  // Zombies may not even write a correct tick, because another team may have the world by now.
  if (world.tick !== last.tick || stateHash(world) !== last.hash)
    problems.push('a zombie wrote the world');
  problems.push(...machine.problems);
  return {
    wrong: problems.length === 0 ? undefined : problems.join('; '),
    losses: told.length,
    silences: told.filter(({ error }) => error.code === 'WORKER_STALLED').length,
    virtualMs: clock.now(),
  };

  /** Runs a team, makes all kinds of requests meanwhile, and disposes of it. */
  async function playTeam(team: Team): Promise<void> {
    const resets = () => {
      idleTicks = 0;
    };
    team.on('resize', resets);
    team.on('fault', (fault) => {
      resets();
      told.push(fault);
      // A silent worker may still leave before its silence is reported.
      const { code, worker = 0 } = fault.error;
      const goneMs = clock.now() - LEAVE_MS - 2 * jitterMs - busyMs;
      if (code === 'WORKER_STALLED' && working && working.latest[worker].doneMs < goneMs)
        problems.push('a worker that was done was taken for dead');
      if (innerOf(world).hold === 'workers')
        problems.push('a fault was told while workers are in the world');
    });
    team.on('event', (event) => events.push(event));
    team.on('moved', () => {
      toldHandle = innerOf(world).handle;
    });
    const control = new AbortController();
    const asked: Promise<unknown>[] = [];
    const ask = (one: Promise<unknown>) => asked.push(one.catch((error) => error));
    let over = false;
    let abortedAt = Number.POSITIVE_INFINITY;
    /** Checks that a request made at tick `at` was carried out by the next tick. */
    const soon = (what: string, at: number, tick: number) => {
      if (tick > at + 1) problems.push(`${what} of tick ${at} came at tick ${tick}`);
    };
    const act: Record<Deed, () => void> = {
      command() {
        const at = world.tick;
        const command = team.command(HEAVIER).then((one) => {
          given.push(one);
          soon('a command', at, one.tick);
        });
        ask(command);
      },
      resize: () => ask(team.resize(1 + below(MAX_WORKERS))),
      particles() {
        const at = world.tick;
        const particles = team.particles().then(() => {
          // The calling thread has done one more tick by the time this promise resolves.
          soon('particles', at, team.threaded ? world.tick : world.tick - 1);
        });
        ask(particles);
      },
      abort: () => {
        aborted = true;
        abortedAt = Math.min(abortedAt, world.tick);
        control.abort();
      },
      dispose: () => {
        disposed = true;
        ask(dispose());
      },
      busy: () => {
        const ms = spread(100_000);
        busyMs += ms;
        clock.busyUntilMs = clock.now() + ms;
      },
      kill() {
        const { threads } = machine;
        if (lossy && threads.length > 0) threads[below(threads.length)].kill();
      },
    };
    const dispose = () => {
      const beginMs = clock.now();
      return team.dispose().then(() => {
        const now = clock.now();
        const tookMs = now - Math.max(beginMs, Math.min(clock.busyUntilMs, now));
        if (tookMs > DISPOSE_MS) problems.push(`dispose took ${tookMs} ms`);
        const left = machine.threads.some(
          (thread) => !thread.gone && now - thread.endedMs < TERMINATE_MS - ROUNDING_MS,
        );
        if (left) problems.push('dispose did not wait for a thread');
        if (innerOf(world).hold !== 'none') problems.push('dispose did not wait for the run');
      });
    };
    for (const deed of deeds) {
      clock.message(spread(happens(0.5) ? 20 : 2000), () => {
        if (!over) act[deed]();
      });
    }

    /** Runs some ticks and notes what is wrong about the end of the run. Resolves to whether the run succeeded. */
    async function run(ticks: number, signal?: AbortSignal): Promise<boolean> {
      const from = world.tick;
      const report = team.run(ticks, { hash: true, ...(signal && { signal }) }).then((report) => {
        // Checked at once, because the requests made meanwhile begin to use the world now.
        over = true;
        const { hashes = [], toTick } = report;
        if (toTick > abortedAt) soon('an abort', abortedAt, toTick);
        if (signal?.aborted !== true && toTick !== from + ticks)
          problems.push(`ended at tick ${toTick} of ${from + ticks}`);
        const wanted = goldenOf(given, toTick);
        const since = wanted.hashes.slice(from);
        const differs = since.findIndex((hash, k) => hash !== hashes[k]);
        if (differs >= 0 || hashes.length !== toTick - from)
          problems.push(`the hash of tick ${from + differs + 1}`);
        if (!same(stateHash(world), wanted)) problems.push('the last hash');
        if (JSON.stringify(events) !== JSON.stringify(wanted.events)) problems.push('events');
      });
      const ended = await until('the run', report, tickBoundMs);
      over = true;
      if (ended instanceof Error) problems.push(...unfair(ended));
      return !(ended instanceof Error);
    }
    let failed = !(await run(ticks, control.signal));
    if (story === 'hangs' && !failed && !aborted && !disposed)
      problems.push('a hang was passed by');
    if (story === 'starved' && told.length > 0)
      problems.push('one that starved was taken for dead');
    if (new Set(told).size !== told.length) problems.push('a fault was told twice');
    await until('what was asked for', Promise.all(asked), () => crewsBoundMs(deeds.length));
    clock.busyUntilMs = 0;
    if (!failed && !disposed && happens(0.5)) {
      await idle(team);
      const more = 1 + below(MAX_MORE_TICKS);
      abortedAt = Number.POSITIVE_INFINITY;
      if (happens(0.5)) failed = !(await run(more));
    }
    checkCrews(failed ? 0 : team.threaded ? 1 : 0);
    // Healthy threads must be kept, and at most one more thread started for each of the others.
    const calm = slowShare === 0 && jitterMs < 1 && busyMs === 0;
    const startable = hired + machine.injured;
    if (calm && machine.threads.length > startable) {
      problems.push(
        `${machine.threads.length} threads were started, ${startable} expected at most`,
      );
    }
    disposed = true;
    await until('dispose', dispose(), () => DISPOSE_MS);
    // After any failure, the world must be at a whole tick.
    const whole = goldenOf(given, world.tick);
    if (world.tick > 0 && stateHash(world) !== whole.hashes.at(-1))
      problems.push('the world is torn');
  }

  /** Leaves a team idle for a long time, and may kill one of its threads. The team must be complete afterwards. */
  async function idle(team: Team): Promise<void> {
    const crew = () => crews.find((crew) => !crew.terminated);
    const there = () => crew()?.seatsAt(innerOf(world).handle).length;
    const idle = machine.threads.filter((thread) => thread.there && !thread.ended && !thread.gone);
    // A thread that is lost while it attaches new memory is replaced without a report.
    const dies = lossy && idle.length > 0 && there() === crew()?.workers && happens(0.5);
    const before = told.length;
    if (dies) idle[below(idle.length)].kill();
    const pause = new Promise((resolve) => clock.message(IDLE_MS, () => resolve(true)));
    await until('a pause', pause, () => IDLE_MS + ROUNDING_MS);
    if (dies && told.length === before) problems.push('a loss while idle was not told');
    if (toldHandle !== innerOf(world).handle) problems.push('the move to new memory was not told');
    if (!team.threaded) return;
    // A crew that started while the memory was renewed attaches the new memory with the next run.
    const whole = there() === team.workers || (there() === 0 && !dies);
    const alive = machine.threads.filter((thread) => !thread.ended && !thread.gone);
    if (alive.length < team.workers) problems.push('a lost thread was not replaced');
    if (!whole || team.workers !== crew()?.workers)
      problems.push(`${there()} of ${team.workers} workers are there after a pause`);
  }

  /** Checks that at most `most` crews are left, and no other threads than theirs. */
  function checkCrews(most: number): void {
    const kept = crews.filter((crew) => !crew.terminated);
    if (kept.length > most) problems.push('a crew was not released');
    const workers = kept.reduce((sum, crew) => sum + crew.workers, 0);
    const alive = machine.threads.filter((thread) => !thread.ended && !thread.gone);
    if (alive.length > workers) problems.push(`${alive.length} threads for ${workers} workers`);
  }

  /** Describes the mistakes in how a run failed. Empty if there are none. */
  function unfair(error: Error): string[] {
    const code = error instanceof TeamError ? error.code : undefined;
    if (disposed && code === 'TEAM_DISPOSED') return [];
    if (story === 'hangs' && code === 'WORKER_STALLED') return [];
    // The error finally occurs on the calling thread, which may be the next to try after other losses.
    if (code === 'WORKER_LOST' && throwing && /^The calling thread/.test(error.message)) return [];
    return [`the run: ${error.message}`];
  }
}

/**
 * How long a worker may be silent in the last try of a tick, ms. If earlier ticks were silent and there was no calm
 * since, this is also the limit in the first try, see patience.ts.
 */
const MAX_PATIENCE_MS = 2 ** (MAX_SILENCES - 1) * STALL_MS;
/** How long the team then waits for a thread that gets no time on a core, ms. */
const PATIENCE_WITH_STARVING_MS = 80 * MAX_PATIENCE_MS;
/** The longest time that a disposal may take, ms. */
const DISPOSE_MS = 1000;
const MAX_STEPS = 1_000_000;
/** Long enough to start other threads even if some of the requested ones never start, ms. */
const IDLE_MS = 5 * START_MS;
/** How long the team waits for the other workers when one is lost, ms, see segment.ts. */
const LEAVE_MS = 100;
/** A time that is added and subtracted again may differ in its last digits, ms. */
const ROUNDING_MS = 1e-6;
/** Longer than any thread lingers, ms. */
const REST_MS = 300_000;

function same(hash: string, { hashes }: { hashes: string[] }): boolean {
  return hashes.length === 0 || hash === hashes.at(-1);
}

/** The hashes and events of a run with these commands. */
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
