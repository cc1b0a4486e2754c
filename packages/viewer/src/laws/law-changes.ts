import type { Command, Species } from '@skein/core';
import { parameterName } from '@skein/core/describe';
import { type Change, changesOf, doneBy, namedChange, settingsOf, valueIn } from '../changes.ts';
import type { Deed } from '../deeds/deed-list.ts';
import type { Session } from '../session.ts';

export interface ChangeActions {
  /** Sets a parameter. The new value takes effect with the next tick. */
  set(change: Change): Promise<unknown>;
  /** Called with the parameters whose values now differ from the scenario. */
  keep(changes: readonly Change[]): void;
  /** Restarts the scene with the parameters that its file contains. */
  startAgain(): void;
  /** Called after the visitor has changed parameters. `deed` can undo and redo that change. */
  did(deed: Deed): void;
  fail(error: unknown): void;
}

/**
 * The parameters of a run that the visitor changes. All controls for parameters share this object, so each of them shows
 * what another one has set. A change is given to the run as a command, and can be undone.
 */
export class LawChanges {
  readonly #actions: ChangeActions;
  readonly #listeners: Array<(change: Change) => void> = [];
  #session: Session | undefined;
  /** The parameters that the visitor or a command has set, with their last values, by name. */
  readonly #values = new Map<string, Change>();
  /** The values that controls had when they were last at rest. Only those that have moved since then are listed. */
  readonly #before = new Map<string, Change>();
  /** For each parameter, by name, the latest change that the run has not received yet. */
  readonly #wanted = new Map<string, Change>();
  #giving = false;
  /** Whether the controls are at rest, with changes that have not been reported to the page yet. */
  #rested = false;
  #shownTick = 0;

  constructor(actions: ChangeActions) {
    this.#actions = actions;
  }

  /** `listener` is called with each parameter whose value has changed, by the visitor or by a command. */
  listen(listener: (change: Change) => void): void {
    this.#listeners.push(listener);
  }

  /** Takes a run that was just opened. */
  describe(session: Session): void {
    this.#values.clear();
    this.#before.clear();
    this.#wanted.clear();
    this.show(session);
  }

  /** The value that a parameter has or will have; undefined if the scenario gives it none. `value` is ignored. */
  valueOf(change: Change): number | undefined {
    const species = this.#speciesOf(change);
    const one = namedChange(species, change);
    return this.#values.get(parameterName(one))?.value ?? valueIn(species, one);
  }

  /** Sets a parameter while a control moves. */
  want(change: Change): void {
    const one = namedChange(this.#speciesOf(change), change);
    const now = this.valueOf(one);
    if (now === one.value) return;
    const key = parameterName(one);
    if (now !== undefined && !this.#before.has(key)) this.#before.set(key, { ...one, value: now });
    this.#values.set(key, one);
    this.#wanted.set(key, one);
    this.#tell(one);
    if (!this.#giving) void this.#give();
  }

  /** Called when a control comes to rest. All movements since the last rest become one change that can be undone. */
  rest(): void {
    const undo = [...this.#before.values()].filter(
      (change) => this.valueOf(change) !== change.value,
    );
    this.#before.clear();
    const redo = undo.map((change) => ({ ...change, value: this.valueOf(change)! }));
    if (undo.length > 0) {
      this.#actions.did({
        name: 'Laws changed',
        undo: () => this.#set(undo),
        redo: () => this.#set(redo),
      });
    }
    this.#keep();
  }

  /** Sets parameters, as one change that can be undone. */
  change(changes: readonly Change[]): void {
    for (const change of changes) this.want(change);
    this.rest();
  }

  /** Sets all parameters back to the values of the scenario. */
  reset(): void {
    const session = this.#session;
    if (session === undefined) return;
    const changes: Change[] = [];
    for (const change of changesOf(session.scenario, session.world.log)) {
      const value = valueIn(this.#speciesOf(change), change);
      // No command can remove a limit that the scenario does not have.
      if (value === undefined) {
        this.#actions.startAgain();
        return;
      }
      changes.push({ ...change, value });
    }
    this.change(changes);
  }

  /**
   * Called in each frame. If commands have changed values since the last call, shows the new values. The commands may
   * belong to the scene or to a repeated run.
   */
  frame({ scenario, state, world }: Session): void {
    const { tick } = state;
    if (tick === this.#shownTick) return;
    const [from, to] = [Math.min(tick, this.#shownTick), Math.max(tick, this.#shownTick)];
    this.#shownTick = tick;
    const sets = (command: Command) =>
      command.type === 'set' && command.tick >= from && command.tick < to;
    // The visitor's own changes stay visible until they are given.
    if (this.#giving || this.#wanted.size > 0 || this.#session === undefined) return;
    if (scenario.commands.some(sets) || world.log.some(sets)) this.show(this.#session);
  }

  /** Shows the current parameters of the run: those of the scene, with the changes that commands have made. */
  show(session: Session): void {
    this.#session = session;
    const { scenario, world } = session;
    const tick = Math.max(world.tick, (world.log.at(-1)?.tick ?? -1) + 1);
    const now = new Map(
      settingsOf(scenario, doneBy(scenario, world.log, tick)).map((change) => [
        parameterName(change),
        change,
      ]),
    );
    for (const [key, change] of this.#values) {
      const value = valueIn(this.#speciesOf(change), change);
      if (!now.has(key) && value !== undefined) now.set(key, { ...change, value });
    }
    for (const [key, change] of now) {
      if (this.#values.get(key)?.value === change.value) continue;
      this.#values.set(key, change);
      this.#tell(change);
    }
  }

  #speciesOf({ species }: Change): Species {
    return this.#session!.scenario.species.find(({ name }) => name === species)!;
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }

  /** Sets parameters as an undo or redo, which is not another change. */
  #set(changes: readonly Change[]): void {
    for (const change of changes) this.want(change);
    this.#before.clear();
    this.#keep();
  }

  async #give(): Promise<void> {
    this.#giving = true;
    try {
      for (const [key, change] of this.#wanted) {
        this.#wanted.delete(key);
        await this.#actions.set(change);
      }
    } catch (error) {
      this.#actions.fail(error);
      if (this.#session) this.show(this.#session);
    } finally {
      this.#giving = false;
    }
    if (this.#rested) this.#keep();
  }

  /**
   * Reports the changed parameters to the page. Waits until the controls are at rest and all commands are given, because
   * browsers limit the number of address changes.
   */
  #keep(): void {
    this.#rested = this.#giving;
    const session = this.#session;
    if (session === undefined || this.#giving) return;
    this.#actions.keep(changesOf(session.scenario, session.world.log));
  }
}
