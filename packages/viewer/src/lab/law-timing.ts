import { createWorld, type Scenario } from '@skein/core';
import { createTeam, type Team } from '@skein/worker';

/**
 * The time of a tick with the law and without it, in ms. Each of the two times is a median over several measurements.
 */
export interface LawTiming {
  readonly withMs: number;
  readonly withoutMs: number;
  readonly agents: number;
  readonly workers: number;
}

/**
 * The number of ticks before the measurement. During these ticks, code is compiled and the work is balanced between the
 * threads.
 */
const WARM_TICKS = 30;
/**
 * The number of turns. In each turn, the scenarios with and without the law run in succession. So other load on the
 * machine affects both scenarios about equally.
 */
const TURNS = 7;
/**
 * The approximate duration, in ms, of the part of a turn in which the scenario with the law runs. This part has at
 * least `MIN_TICKS` and at most `MAX_TICKS` ticks.
 */
const TURN_MS = 60;
const [MIN_TICKS, MAX_TICKS] = [2, 200];

/**
 * Measures how long a tick takes in two scenarios, one with a law and one without it. The scenarios run in turns on the
 * given number of threads.
 */
export async function timeLaw(
  scenarios: readonly [lawful: Scenario, without: Scenario],
  seed: number,
  workers: number,
  signal: AbortSignal,
): Promise<LawTiming> {
  const teams: Team[] = [];
  try {
    let ticks = 0;
    for (const scenario of scenarios) {
      const team = await createTeam(createWorld(scenario, { seed }), { workers });
      teams.push(team);
      const { tickMs } = await team.run(WARM_TICKS, { signal });
      const ms = Math.max(0.01, median(tickMs.slice(WARM_TICKS / 2)));
      ticks ||= Math.min(MAX_TICKS, Math.max(MIN_TICKS, Math.round(TURN_MS / ms)));
    }
    const times: [number[], number[]] = [[], []];
    for (let turn = 0; turn < TURNS && !signal.aborted; turn++) {
      for (const [index, team] of teams.entries()) {
        const { tickMs } = await team.run(ticks, { signal });
        times[index].push(median(tickMs));
      }
    }
    const [withMs, withoutMs] = times.map(median);
    return { withMs, withoutMs, agents: teams[0].world.count, workers: teams[0].workers };
  } finally {
    for (const team of teams) await team.dispose();
  }
}

function median(values: ArrayLike<number>): number {
  const sorted = Array.from(values).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
