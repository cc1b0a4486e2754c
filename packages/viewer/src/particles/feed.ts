import type { ParticleViews } from '@skein/core';
import type { Stepper } from '../loop/stepper.ts';

/** What was evaluated last, and how long that took, ms. */
export interface Evaluated {
  readonly views: ParticleViews;
  readonly ms: number;
}

/**
 * Has the threads evaluate the particles for the next frame, between two runs: a run never waits for
 * more than one evaluation, and no evaluation for a frame.
 *
 * There is one set of records, which the next evaluation overwrites. So it is asked for after what
 * was there has been drawn, and never while another is under way.
 */
export class ParticleFeed {
  readonly #stepper: Stepper;
  #busy = false;
  #fresh: Evaluated | undefined;
  #shown = Number.NaN;
  #asked = Number.NaN;

  constructor(stepper: Stepper) {
    this.#stepper = stepper;
  }

  /** What was evaluated since the last call, if anything. */
  take(): Evaluated | undefined {
    const fresh = this.#fresh;
    this.#fresh = undefined;
    return fresh;
  }

  /** The picture just drawn stood at this tick and share of one; asks for where the next will. */
  ask(shown: number): void {
    const passed = Math.min(1, Math.max(0, shown - this.#shown || 0));
    this.#shown = shown;
    const next = shown + passed;
    if (this.#busy || next === this.#asked) return;
    this.#asked = next;
    this.#busy = true;
    void this.#evaluate(next);
  }

  /** Nobody draws what was evaluated; it is asked for anew even if the picture stands still. */
  forget(): void {
    this.#fresh = undefined;
    this.#asked = Number.NaN;
  }

  async #evaluate(next: number): Promise<void> {
    try {
      this.#fresh = await this.#stepper.borrowTeam(async (team) => {
        const tick = Math.min(team.world.tick, Math.floor(next));
        const begun = performance.now();
        const views = await team.particles({ tick, alpha: Math.min(1, next - tick) });
        return { views, ms: performance.now() - begun };
      });
    } catch {
      // The run has ended, or the team has failed, which the next run reports.
    } finally {
      this.#busy = false;
    }
  }
}
