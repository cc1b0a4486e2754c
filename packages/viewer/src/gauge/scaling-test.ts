import { createWorld, type Scenario, stateHash } from '@skein/core';
import { createTeam, type Team } from '@skein/worker';

/** The result of the test for one number of threads. */
export interface ScalingResult {
  readonly workers: number;
  readonly ticksPerSecond: number;
  /** How many times faster the ticks are than on one thread, as the median over all turns. */
  readonly speedUp: number;
  /** The difference between the largest and the smallest speed-up of all turns, as a fraction of `speedUp`. */
  readonly spread: number;
  /** The last tick and the hash of its state. The hash is the same for every number of threads. */
  readonly tick: number;
  readonly hash: string;
}

/**
 * The number of ticks before the measurement. Meanwhile, code is compiled and the work is balanced between the threads.
 */
const WARM_TICKS = 40;
/** The approximate time for which each number of threads is measured, in ms. */
const MEASURE_MS = 900;
/**
 * The number of turns. A turn measures one thread, and then the tested number of threads. Because these measurements
 * alternate, other load on the machine affects both of them alike.
 */
const TURNS = 5;
/** The minimum and maximum number of ticks in a turn. */
const [MIN_TICKS, MAX_TICKS] = [4, 400];

/**
 * Measures how much faster copies of a scenario run on several threads than on one thread. The numbers of threads are
 * 2, 3 and so on, up to a given maximum. Measurements of each number of threads alternate with measurements of a single
 * thread, over equally many ticks. If `signal` is aborted, the test ends early. Earlier results stay valid.
 *
 * @throws WorldError, TeamError
 */
export async function testScaling(
  scenario: Scenario,
  seed: number,
  most: number,
  signal: AbortSignal,
  onResult: (result: ScalingResult) => void,
): Promise<void> {
  let ticks = 0;
  for (let workers = 2; workers <= most && !signal.aborted; workers++) {
    const teams: Team[] = [];
    try {
      for (const size of [1, workers]) {
        const team = await createTeam(createWorld(scenario, { seed }), { workers: size });
        teams.push(team);
        const { tickMs } = await team.run(WARM_TICKS, { signal });
        if (ticks === 0) ticks = ticksOfTurn(median(tickMs.slice(WARM_TICKS / 2)));
      }
      const seconds: [alone: number, shared: number][] = [];
      for (let turn = 0; turn < TURNS; turn++) {
        const [alone, shared] = [
          await time(teams[0], ticks, signal),
          await time(teams[1], ticks, signal),
        ];
        if (signal.aborted) return;
        seconds.push([alone, shared]);
      }
      const speedUps = seconds.map(([alone, shared]) => alone / shared);
      const speedUp = median(speedUps);
      const spread = (Math.max(...speedUps) - Math.min(...speedUps)) / speedUp;
      const tell = (team: Team, size: number, rest: Pick<ScalingResult, 'speedUp' | 'spread'>) => {
        const { world } = team;
        const of = median(seconds.map((pair) => pair[size === 1 ? 0 : 1]));
        const ticksPerSecond = ticks / of;
        onResult({
          workers: size,
          ticksPerSecond,
          ...rest,
          tick: world.tick,
          hash: stateHash(world),
        });
      };
      if (workers === 2) tell(teams[0], 1, { speedUp: 1, spread: 0 });
      tell(teams[1], workers, { speedUp, spread });
    } finally {
      for (const team of teams) await team.dispose();
    }
  }
}

/** The time that a team needs for `ticks` ticks, in s. */
async function time(team: Team, ticks: number, signal: AbortSignal): Promise<number> {
  const begin = performance.now();
  await team.run(ticks, { signal });
  return (performance.now() - begin) / 1000;
}

function ticksOfTurn(tickMs: number): number {
  const fitting = Math.round(MEASURE_MS / TURNS / Math.max(tickMs, 1e-3));
  return Math.min(MAX_TICKS, Math.max(MIN_TICKS, fitting));
}

function median(values: ArrayLike<number>): number {
  const sorted = Array.from(values).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
