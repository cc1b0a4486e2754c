import type { Measure } from '@skein/core/describe';
import type { Session } from '../session.ts';

/** Measuring takes at most 1 / `SHARE` of the time. */
const SHARE = 20;

/** Measures a run again and again, on its threads, while the run continues. One measurement is in progress at a time. */
export class Sampler {
  /** The measures, which are valid for the scenario of the run. */
  readonly measures: readonly Measure[];
  /** The latest values, one for each measure; undefined until the first measurement is finished. */
  last: Float64Array | undefined;
  /** The tick at which the latest values were measured. */
  lastTick = -1;
  #dueAt = 0;
  #busy = false;

  constructor(measures: readonly Measure[]) {
    this.measures = measures;
  }

  /** Starts a measurement if one is due and the run has another tick than at the last measurement. */
  sample(session: Session, nowMs: number): void {
    const isNew = this.last === undefined || session.state.tick !== this.lastTick;
    if (isNew && nowMs >= this.#dueAt && !this.#busy) void this.#measure(session, nowMs);
  }

  async #measure(session: Session, nowMs: number): Promise<void> {
    this.#busy = true;
    try {
      const { values, tick, ms } = await session.stepper.borrowTeam(async (team) => {
        const begin = performance.now();
        const values = await team.measure(this.measures);
        return { values, tick: team.world.tick, ms: performance.now() - begin };
      });
      this.last = values;
      this.lastTick = tick;
      this.#dueAt = nowMs + SHARE * ms;
    } catch {
      // The run has ended. If its team has failed, the run itself reports that.
    } finally {
      this.#busy = false;
    }
  }
}
