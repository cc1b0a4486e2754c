import type { Command, CommandInput, World } from '@skein/core';
import type { Page } from '../controls/page.ts';
import type { Session } from '../session.ts';
import type { Edit } from './edit.ts';
import { newbornIds } from './newborn.ts';

/** The maximum time to wait for a tick, in ms. */
const PATIENCE_MS = 20_000;

const NONE: ReadonlySet<number> = new Set();

/** The state of a run before an edit: its tick and its commands. */
export interface Before {
  readonly tick: number;
  readonly log: readonly Command[];
}

/** Carries out edits: gives commands to the run, and records each edit as one change that can be undone. */
export class Pen {
  readonly #page: Page;
  /** The new ids of agents that were erased and then restored. The keys are their earlier ids. */
  readonly #renamed = new Map<number, number>();

  constructor(page: Page) {
    this.#page = page;
  }

  readonly idNow = (id: number): number => {
    const next = this.#renamed.get(id);
    return next === undefined ? id : this.idNow(next);
  };

  readonly rename = (from: number, to: number): void => {
    this.#renamed.set(this.idNow(from), to);
  };

  /** Returns what must be remembered before an edit: the tick of the run, and its commands. */
  before(): Before {
    const world = this.#page.session?.world;
    return { tick: world?.tick ?? 0, log: [...(world?.log ?? [])] };
  }

  /**
   * Creates an edit, and issues its commands for the next tick. Resolves to the edit when the commands have been
   * executed.
   *
   * @param make creates the edit from the world, or returns undefined if there is nothing to do; it is called while no
   * tick is being computed
   */
  async act(make: (world: World) => Edit | undefined): Promise<Edit | undefined> {
    const before = this.before();
    let edit: Edit | undefined;
    const ask = (world: World) => {
      edit = make(world);
      return edit?.redo() ?? [];
    };
    await this.give(ask, { born: (ids) => edit?.born?.(ids) });
    if (edit !== undefined) this.note(edit, before);
    return edit;
  }

  /**
   * Gives commands for the next tick. If the run is paused, that tick is computed so that the result is visible.
   * Resolves when the commands have been executed.
   *
   * @param ask returns the commands; it is called while no tick is being computed
   * @throws CommandError when a command is refused; the other commands are executed nevertheless
   */
  async give(
    ask: (world: World) => readonly CommandInput[],
    edit: Pick<Edit, 'born'> = {},
  ): Promise<void> {
    const page = this.#page;
    const { session } = page;
    if (session === undefined) return;
    const { inputs, living, given } = await session.stepper.whenIdle(() => {
      const inputs = ask(session.world);
      return {
        inputs,
        living: inputs.some(({ type }) => type === 'spawn') ? livingIds(session) : NONE,
        // All commands are given at once, so no tick comes between them.
        given: Promise.allSettled(inputs.map((input) => page.command(input))),
      };
    });
    const results = await given;
    const ticks = results.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value.tick] : [],
    );
    if (ticks.length > 0) {
      if (page.paused) page.step();
      await this.#carriedOut(session, Math.max(...ticks));
      edit.born?.(newbornIds(session.scenario, inputs, living, session.state));
    }
    const refused = results.find((result) => result.status === 'rejected');
    if (refused !== undefined) throw refused.reason;
  }

  /** Records one change that can be undone. It consists of all commands given since the moment `before`. */
  note(edit: Edit, before: Before): void {
    let done = this.#mark(before);
    const redo = async () => {
      const start = this.before();
      await this.give(() => edit.redo(), edit);
      done = this.#mark(start);
    };
    const undo = async () => {
      const { session, paused } = this.#page;
      if (session === undefined) return;
      const { world, history } = session;
      const isNext = world.tick === done.tick && history.length === done.commands;
      const isAhead = world.tick <= done.before.tick;
      // Nothing else has happened, so the run returns to exactly the earlier state. Commands still to come are dropped.
      if (paused && isNext) return this.#page.retake(done.before.tick, done.before.log);
      if (isAhead) return this.#page.retake(world.tick, [...world.log]);
      if (!isIn(history, done.first)) return;
      await this.give(() => edit.undo(), edit);
    };
    this.#page.deeds.add({ name: edit.name, undo, redo });
  }

  #mark(before: Before) {
    const { world, history } = this.#page.session ?? { world: undefined, history: [] };
    const first = world?.log[before.log.length];
    return { before, first, tick: world?.tick, commands: history.length };
  }

  /** Waits until the state after a tick is ready to be drawn. */
  #carriedOut(session: Session, tick: number): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    return new Promise((resolve) => {
      const look = () => {
        const isDone = session.state.tick > tick || session !== this.#page.session;
        if (isDone || performance.now() > end) resolve();
        else setTimeout(look, 4);
      };
      look();
    });
  }
}

function livingIds({ world }: Session): ReadonlySet<number> {
  const { id, status } = world.views;
  return new Set(id.filter((_, row) => status[row] !== 0));
}

/**
 * Whether a command is part of the run. It may be missing if the run was taken back to an earlier tick and then
 * changed.
 */
function isIn(history: readonly Command[], command: Command | undefined): boolean {
  const text = JSON.stringify(command);
  return history.some((one) => one.tick === command?.tick && JSON.stringify(one) === text);
}
