import type { ParticleOptions, ParticleViews } from '@skein/core';
import type { Companion, Stepper } from '../loop/stepper.ts';

/** Where particles are, for the graphics card: the first of them in the ring, and how many. */
export type EvaluatedParticles = Pick<ParticleViews, 'first' | 'count'>;

/** Takes what was evaluated, which took so many ms; it is overwritten once this returns, or what it returns resolves. */
export type TakeParticles = (views: EvaluatedParticles, ms: number) => void | Promise<void>;

/** What has the threads evaluate particles. */
export interface Feed {
  /** The picture just drawn stood at this tick and share of one: asks for where the next will. */
  ask(shown: number): void;
  /** What is evaluated is not drawn. */
  forget(): void;
}

/**
 * Has the threads evaluate the particles for the next frame: right behind the run that a frame starts,
 * or by itself where a frame starts none. The stepping never waits for a turn of this thread between
 * the two, and no evaluation waits for a frame.
 *
 * There is one set of records, which the next evaluation overwrites: so `take` uploads them at once,
 * and there is at most one evaluation from one frame to the next.
 */
export class ParticleFeed implements Companion, Feed {
  readonly #stepper: Stepper;
  readonly #take: TakeParticles;
  /** Whether a frame was drawn since the last evaluation began. */
  #due = false;
  #shown = Number.NaN;
  #asked = Number.NaN;

  /** `take` is given what was evaluated, and how long that took, ms. */
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
   * The picture just drawn stood at this tick and share of one. Asks for where the next will, unless a
   * run is under way: what it ends with will be drawn.
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

  /** What is evaluated is not drawn, until it is asked for again even if the picture stands still. */
  forget(): void {
    this.#due = false;
    this.#asked = Number.NaN;
  }

  /** What the picture moved on by since the frame before: it will do so again. */
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

/** The moment as tick and share of one, no further than a step beyond the last tick. */
function placeOf(moment: number, lastTick: number): ParticleOptions {
  const tick = Math.max(0, Math.min(lastTick, Math.floor(moment)));
  return { tick, alpha: Math.min(1, Math.max(0, moment - tick)) };
}
