import type { CommandInput, World } from '@skein/core';
import type { Bench } from './bench.ts';
import type { Edit } from './edit.ts';
import type { Before } from './pen.ts';

/** Ticks from one batch of a stroke to the next: a scenario holds so many commands. */
const APART = 6;

/**
 * One deed that continues while the hand moves. While the run runs, it is given every few ticks; while it is paused, all
 * at once in the end.
 */
export class Stroke {
  readonly #bench: Bench;
  readonly #edit: Edit;
  readonly #take: (world: World) => CommandInput[];
  #before: Before | undefined;
  readonly #apart: number;
  #tick: number;
  #busy = false;

  /** `take`: the commands for what has come since it was asked last; the world stands still. */
  constructor(bench: Bench, edit: Edit, take: (world: World) => CommandInput[], apart = APART) {
    this.#bench = bench;
    this.#edit = edit;
    this.#take = take;
    this.#apart = apart;
    this.#tick = bench.session?.state.tick ?? 0;
  }

  /** Called each frame. */
  frame(): void {
    const { page, session } = this.#bench;
    if (session === undefined || page.paused || this.#busy) return;
    if (session.state.tick - this.#tick < this.#apart) return;
    this.#tick = session.state.tick;
    this.#busy = true;
    void this.#bench
      .queue(() => this.#give())
      .finally(() => {
        this.#busy = false;
      });
  }

  /** The hand lets go. */
  end(): Promise<void> {
    return this.#bench.queue(async () => {
      try {
        await this.#give();
      } finally {
        this.#note();
      }
    });
  }

  /** The hand did not mean it: nothing more is given; what was given already can be undone. */
  cancel(): Promise<void> {
    return this.#bench.queue(async () => this.#note());
  }

  #note(): void {
    const { pen, session } = this.#bench;
    const before = this.#before;
    if (before === undefined || (session?.world.log.length ?? 0) <= before.log.length) return;
    pen.note(this.#edit, before);
    this.#bench.say(this.#edit.name);
  }

  #give(): Promise<void> {
    const { pen } = this.#bench;
    this.#before ??= pen.before();
    return pen.give(this.#take, this.#edit);
  }
}
