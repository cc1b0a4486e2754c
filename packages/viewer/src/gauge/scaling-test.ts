import { createWorld, type Scenario, stateHash } from '@skein/core';
import { createTeam } from '@skein/worker';

/** What one number of threads came to. */
export interface ScalingResult {
  readonly workers: number;
  readonly ticksPerSecond: number;
  /** Against one thread. */
  readonly speedUp: number;
  /** The tick it ended at, and the hash there; the same for every number of threads. */
  readonly tick: number;
  readonly hash: string;
}

/** Ticks before the clock starts: code gets compiled, slices get balanced. */
const WARM_TICKS = 40;
/** How long one number of threads is measured, about, ms; and how many ticks at least and at most. */
const MEASURE_MS = 1200;
const [LEAST_TICKS, MOST_TICKS] = [10, 2000];

/**
 * Steps a fresh copy of a scenario with 1 thread, then 2, up to `most`: the same ticks each time. Ends
 * early, with the results so far, when the signal says so.
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
  let alone = 0;
  for (let workers = 1; workers <= most && !signal.aborted; workers++) {
    const world = createWorld(scenario, { seed });
    const team = await createTeam(world, { workers });
    try {
      const warm = await team.run(WARM_TICKS, { signal });
      if (ticks === 0) {
        const tickMs = warm.tickMs.slice(WARM_TICKS / 2);
        const mean = tickMs.reduce((sum, ms) => sum + ms, 0) / Math.max(1, tickMs.length);
        const fitting = Math.round(MEASURE_MS / Math.max(mean, 1e-3));
        ticks = Math.min(MOST_TICKS, Math.max(LEAST_TICKS, fitting));
      }
      const begin = performance.now();
      const report = await team.run(ticks, { signal });
      const seconds = (performance.now() - begin) / 1000;
      if (report.aborted) return;
      const ticksPerSecond = ticks / seconds;
      if (workers === 1) alone = ticksPerSecond;
      onResult({
        workers,
        ticksPerSecond,
        speedUp: ticksPerSecond / alone,
        tick: world.tick,
        hash: stateHash(world),
      });
    } finally {
      await team.dispose();
    }
  }
}
