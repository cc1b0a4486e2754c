import type { ParticleOptions, ParticleViews } from '@skein/core';
import type { Companion, Stepper } from '../loop/stepper.ts';

/** A range of evaluated particles in the ring of particles: the slot of the first one, and their number. */
export type EvaluatedParticles = Pick<ParticleViews, 'first' | 'count'>;

/**
 * Receives evaluated particles, and how long the evaluation took, in ms. The particles are overwritten after this
 * function returns, or after its promise resolves.
 */
export type TakeParticles = (views: EvaluatedParticles, ms: number) => void | Promise<void>;

/** Asks the threads to evaluate particles. */
export interface Feed {
  /**
   * Requests the particles for the next frame. Call it after a frame was drawn; `shown` is the moment of that frame: a
   * tick plus a fraction.
   */
  ask(shown: number): void;
  /** Discards the result of the last evaluation. */
  forget(): void;
}

/**
 * Lets the threads evaluate the particles for the next frame. At the end of a run that a frame has started, the threads
 * do this without another message. If no run is in progress after a frame, this thread requests the evaluation.
 *
 * There is only a single set of evaluated particles. The next evaluation overwrites it, so `take` must upload the
 * particles immediately. There is at most one evaluation per frame.
 */
export class ParticleFeed implements Companion, Feed {
  readonly #stepper: Stepper;
  readonly #take: TakeParticles;
  /** Whether a frame was drawn since the last evaluation began. */
  #due = false;
  #shown = Number.NaN;
  #asked = Number.NaN;

  /** @param take receives the evaluated particles, and the duration of the evaluation in ms */
  constructor(stepper: Stepper, take: TakeParticles) {
    this.#stepper = stepper;
    this.#take = take;
    stepper.companion = this;
  }

  wish(lastTick: number, shown: number): ParticleOptions | undefined {
    if (!this.#due) return undefined;
    this.#due = false;
    this.#asked = shown + this.#passed(shown);
    return placeOf(this.#asked, lastTick);
  }

  receive({ views, ms }: { views: ParticleViews; ms: number }): void | Promise<void> {
    return this.#take(views, ms);
  }

  /**
   * Requests the particles for the next frame. Call it after a frame was drawn. `shown` is the moment of that frame: a
   * tick plus a fraction. If a run is in progress, no request is made, because the particles are evaluated at the end
   * of the run anyway.
   */
  ask(shown: number): void {
    const next = shown + this.#passed(shown);
    this.#shown = shown;
    this.#due = true;
    if (!this.#stepper.idle || next === this.#asked) return;
    this.#due = false;
    this.#asked = next;
    void this.#evaluate(next);
  }

  /**
   * Discards the result of the last evaluation. The next `ask` requests a new one, even if the picture does not move.
   */
  forget(): void {
    this.#due = false;
    this.#asked = Number.NaN;
  }

  /**
   * The time that the picture advanced since the last frame, in ticks. The next frame is expected to advance it by the
   * same time.
   */
  #passed(shown: number): number {
    return Math.max(0, shown - this.#shown || 0);
  }

  async #evaluate(next: number): Promise<void> {
    try {
      await this.#stepper.borrowTeam(async (team) => {
        const begun = performance.now();
        const views = await team.particles(placeOf(next, team.world.tick));
        await this.#take(views, performance.now() - begun);
      });
    } catch {
      // The run has ended, or the team has failed, which the next run reports.
    }
  }
}

/** Splits a moment into a tick and a fraction. The moment is limited to one tick after `lastTick`. */
function placeOf(moment: number, lastTick: number): ParticleOptions {
  const tick = Math.max(0, Math.min(lastTick, Math.floor(moment)));
  return { tick, alpha: Math.min(1, Math.max(0, moment - tick)) };
}
