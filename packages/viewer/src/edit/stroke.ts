import type { CommandInput, World } from '@skein/core';
import type { Bench } from './bench.ts';
import type { Edit } from './edit.ts';
import type { Before } from './pen.ts';

/**
 * The number of ticks between two batches of commands of a stroke. Batches are needed because a scenario can contain
 * only a limited number of commands.
 */
const APART = 6;

/**
 * An edit that continues while the pointer moves. Every few ticks, the commands for the newest part of the edit are
 * issued. While the run is paused, all commands are issued at the end of the edit.
 */
export class Stroke {
  readonly #bench: Bench;
  readonly #edit: Edit;
  readonly #take: (world: World) => CommandInput[];
  #before: Before | undefined;
  readonly #apart: number;
  #tick: number;
  #busy = false;

  /**
   * `take` returns the commands for everything that was drawn since its last call. It is called while no tick is being
   * computed.
   */
  constructor(bench: Bench, edit: Edit, take: (world: World) => CommandInput[], apart = APART) {
    this.#bench = bench;
    this.#edit = edit;
    this.#take = take;
    this.#apart = apart;
    this.#tick = bench.session?.state.tick ?? 0;
  }

  /** If the next batch of commands is due, issues the commands for what was drawn. Called in each frame. */
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

  /** Ends the stroke, and issues its remaining commands. */
  end(): Promise<void> {
    return this.#bench.queue(async () => {
      try {
        await this.#give();
      } finally {
        this.#note();
      }
    });
  }

  /**
   * Cancels the stroke, so that it issues no more commands. The commands that were already issued become a change that
   * can be undone.
   */
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
