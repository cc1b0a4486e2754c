import { type Command, stateHash, type World } from '@skein/core';
import { keepMoment, worldAt } from '@skein/core/internal';
import { createTeam, type Team } from '@skein/worker';

/** What races against one thread: this number of threads, or the graphics card. */
export type Rival = number | 'card';

/** The number of turns of a race. In each turn, both sides step equally many ticks from the same state. */
export const TURNS = 5;
/** The approximate time that the slower side needs for a turn, in ms. */
const TURN_MS = 700;
/** The minimum and maximum number of ticks in a turn. */
const [MIN_TICKS, MAX_TICKS] = [4, 1000];
/** The number of slices into which one thread divides a turn. After each slice, it is the turn of the other side. */
const SLICES = 14;
/**
 * The number of ticks before the first turn, and the time for which one thread steps them at most, in ms. Meanwhile,
 * code is compiled and the work is balanced between the threads.
 */
const WARM_TICKS = 40;
const WARM_MS = 600;
/** In scenes with a launcher, how many agents are fired, and how many ticks apart, so that there is work. */
const [FIRED, FIRED_EVERY] = [16, 60];

/** One side of a race: a world and the team that steps it. */
export interface Side {
  readonly team: Team;
  /** The time for which this side has stepped ticks in the present turn, and in all turns, in ms. */
  turnMs: number;
  raceMs: number;
}

/** The end of a turn: both sides have reached `tick`. The lists have one entry per side. */
export interface Meeting {
  readonly tick: number;
  readonly hashes: readonly [string, string];
  /** The times of the turn, in ms. */
  readonly ms: readonly [number, number];
}

export interface RaceEvents {
  /** Called after some ticks of a side. The race continues when the promise resolves. */
  onStep(side: Side, index: 0 | 1): Promise<void>;
  onMeeting(meeting: Meeting): void;
}

/**
 * Two runs that continue from the same state, one on a single thread and the other on several threads or on the graphics
 * card.
 *
 * The sides take turns of a few ticks, so that neither takes the cores of the other. The side that has used less time
 * is next. So at each moment both have had the same time, and the faster side is ahead by as much as it is faster. At
 * the end of each turn, the faster side waits for the slower one.
 */
export class Race {
  readonly sides: readonly [Side, Side];
  /** The tick at which both sides begin, and the number of ticks in a turn. */
  begin = 0;
  ticks = MIN_TICKS;

  /**
   * Creates the two runs from the present state of `world`, while no tick of it is being computed.
   *
   * @throws WorldError, TeamError; GpuError if the graphics card cannot step the world
   */
  static async start(world: World, history: readonly Command[], rival: Rival): Promise<Race> {
    const moment = keepMoment(world);
    const teams: Team[] = [];
    try {
      const other =
        rival === 'card' ? ({ workers: 1, kernel: 'gpu' } as const) : { workers: rival };
      for (const options of [{ workers: 1 }, other]) {
        const copy = worldAt(moment, history, { kernel: world.kernel });
        teams.push(await createTeam(copy, options));
      }
    } catch (error) {
      for (const team of teams) await team.dispose();
      throw error;
    }
    return new Race(teams[0], teams[1]);
  }

  private constructor(alone: Team, other: Team) {
    this.sides = [sideOf(alone), sideOf(other)];
  }

  /** Steps both sides until their code is compiled, and chooses the number of ticks in a turn. */
  async warmUp(signal: AbortSignal): Promise<void> {
    const [alone, other] = this.sides;
    const begun = performance.now();
    let ticks = 0;
    let tickMs = 0;
    while (ticks < WARM_TICKS && performance.now() - begun < WARM_MS && !signal.aborted) {
      const from = performance.now();
      ticks += await step(alone, 4, signal);
      tickMs = (performance.now() - from) / 4;
    }
    await step(other, ticks - 4, signal);
    const from = performance.now();
    await step(other, 4, signal);
    tickMs = Math.max(tickMs, (performance.now() - from) / 4);
    this.begin = alone.team.world.tick;
    this.ticks = rounded(TURN_MS / Math.max(tickMs, 1e-3));
  }

  /** Runs all turns. Ends early if `signal` is aborted. */
  async run(signal: AbortSignal, events: RaceEvents): Promise<Meeting[]> {
    const meetings: Meeting[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      await this.#turn(signal, events);
      if (signal.aborted) break;
      const [alone, other] = this.sides;
      const meeting: Meeting = {
        tick: alone.team.world.tick,
        hashes: [stateHash(alone.team.world), stateHash(other.team.world)],
        ms: [alone.turnMs, other.turnMs],
      };
      meetings.push(meeting);
      events.onMeeting(meeting);
    }
    return meetings;
  }

  async dispose(): Promise<void> {
    for (const { team } of this.sides) await team.dispose();
  }

  async #turn(signal: AbortSignal, events: RaceEvents): Promise<void> {
    const end = this.sides[0].team.world.tick + this.ticks;
    for (const side of this.sides) side.turnMs = 0;
    const slice = Math.max(1, Math.round(this.ticks / SLICES));
    while (!signal.aborted) {
      const [a, b] = this.sides.map((side) => (isAt(side, end) ? Infinity : side.turnMs));
      if (Math.min(a, b) === Infinity) return;
      const index = a <= b ? 0 : 1;
      const side = this.sides[index];
      const begun = performance.now();
      await step(side, Math.min(slice, end - side.team.world.tick), signal);
      const ms = performance.now() - begun;
      side.turnMs += ms;
      side.raceMs += ms;
      await events.onStep(side, index);
    }
  }
}

function sideOf(team: Team): Side {
  return { team, turnMs: 0, raceMs: 0 };
}

/**
 * Steps a side, and returns the number of ticks. In scenes with a launcher, agents are fired at regular ticks, which are
 * the same on both sides.
 */
async function step({ team }: Side, ticks: number, signal: AbortSignal): Promise<number> {
  const { world } = team;
  const fires = world.scenario.launchers.length > 0;
  const from = world.tick;
  while (world.tick < from + ticks && !signal.aborted) {
    const left = from + ticks - world.tick;
    const free = fires ? FIRED_EVERY - (world.tick % FIRED_EVERY) : left;
    if (free === FIRED_EVERY && fires) await team.command({ type: 'fire', count: FIRED });
    await team.run(Math.min(left, free), { signal });
  }
  return world.tick - from;
}

function isAt({ team }: Side, tick: number): boolean {
  return team.world.tick >= tick;
}

/** A number of ticks with at most two digits that are not 0, within the limits of a turn. */
function rounded(ticks: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(ticks)) - 1);
  return Math.min(MAX_TICKS, Math.max(MIN_TICKS, unit * Math.round(ticks / unit)));
}
