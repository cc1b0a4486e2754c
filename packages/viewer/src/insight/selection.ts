import { type Insight, SkeinError, type World } from '@skein/core';
import type { Session } from '../session.ts';
import { explaining } from './explaining.ts';

/**
 * The selected agent, and the insight into it that core computes. The insight is read after each state, while no tick
 * is being computed, and only while an agent is selected.
 */
export class Selection {
  #session: Session | undefined;
  #id: number | undefined;
  #insight: Insight | undefined;
  #gone: number | undefined;

  /** The id of the selected agent; undefined if no agent is selected. */
  get id(): number | undefined {
    return this.#id;
  }

  /** The insight about the selected agent, at the drawn state; undefined until the first state after the selection. */
  get insight(): Insight | undefined {
    return this.#insight;
  }

  /** The id of an agent that ended while it was selected, until the selection changes; otherwise undefined. */
  get gone(): number | undefined {
    return this.#gone;
  }

  /** Switches to a run that was just opened, and selects no agent. If `session` is undefined, no run is open. */
  open(session: Session | undefined): void {
    this.#session = session;
    this.select(undefined);
  }

  select(id: number | undefined): void {
    this.#id = id;
    this.#insight = undefined;
    this.#gone = undefined;
    if (id !== undefined) this.#lookWhenIdle();
  }

  readonly #lookWhenIdle = (): void => {
    const session = this.#session;
    void session?.stepper.whenIdle(() => {
      if (session === this.#session) this.look(session.world);
    });
  };

  /**
   * Selects the next living agent in the order of ids. If the selected agent has the highest id, selects the agent with
   * the lowest id. Only agents that `isSeen` accepts are considered. If `isSeen` accepts no agent, all agents are
   * considered.
   *
   * @param isSeen takes the row of an agent in the drawn state
   */
  selectNext(isSeen: (row: number) => boolean = () => true): void {
    const state = this.#session?.state;
    if (state === undefined || state.living === 0) return;
    const after = this.#id ?? -1;
    let first = Number.POSITIVE_INFINITY;
    let next = Number.POSITIVE_INFINITY;
    for (let i = 0; i < state.living; i++) {
      if (!isSeen(i)) continue;
      const id = state.id[i];
      if (id < first) first = id;
      if (id > after && id < next) next = id;
    }
    if (first === Number.POSITIVE_INFINITY) this.selectNext();
    else this.select(next === Number.POSITIVE_INFINITY ? first : next);
  }

  /**
   * Inspects the selected agent again: its current state, and what acts on it. Call this function only while no tick is
   * being computed.
   */
  look(world: World): void {
    if (this.#id === undefined) return;
    const explained = explaining(this.#lookWhenIdle);
    if (explained === undefined) return;
    try {
      this.#insight = explained.inspect(world, this.#id);
    } catch (error) {
      if (!(error instanceof SkeinError)) throw error;
      // The agent has hit its target, or its lifetime is over.
      this.#gone = this.#id;
      this.#id = undefined;
      this.#insight = undefined;
    }
  }
}
