/** A change to the run that the page can undo and redo. */
export interface Deed {
  /** The name of the change as the visitor sees it, such as "Obstacle added". */
  readonly name: string;
  undo(): unknown;
  redo(): unknown;
}

/** The list of changes that the page can undo and redo, one change at a time. */
export class DeedList {
  readonly #fail: (error: unknown) => void;
  /** Called after each undo or redo, with a text that says what was done. */
  heard: ((text: string) => void) | undefined;
  #done: Deed[] = [];
  #undone: Deed[] = [];
  #turn: Promise<unknown> = Promise.resolve();
  readonly #listeners: Array<() => void> = [];

  /**
   * `fail` is called with the error when a change cannot be undone or redone. That change is then removed from the
   * list.
   */
  constructor(fail: (error: unknown) => void) {
    this.#fail = fail;
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** `listener` is called when `canUndo` or `canRedo` may have changed. */
  listen(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Adds a change that was just made. After that, changes that were undone earlier can no longer be redone. */
  add(deed: Deed): void {
    this.#done.push(deed);
    this.#undone = [];
    this.#changed();
  }

  /** Undoes the latest change and resolves to it, or to undefined when there is nothing to undo. */
  undo(): Promise<Deed | undefined> {
    return this.#inTurn(async () => {
      const deed = this.#done.pop();
      await deed?.undo();
      if (deed) this.#undone.push(deed);
      this.heard?.(deed ? `Undone: ${deed.name}` : 'Nothing to undo');
      return deed;
    });
  }

  /**
   * Redoes the change that was undone last, and resolves to this change. If there is nothing to redo, resolves to
   * undefined.
   */
  redo(): Promise<Deed | undefined> {
    return this.#inTurn(async () => {
      const deed = this.#undone.pop();
      await deed?.redo();
      if (deed) this.#done.push(deed);
      this.heard?.(deed ? `Redone: ${deed.name}` : 'Nothing to redo');
      return deed;
    });
  }

  #inTurn(step: () => Promise<Deed | undefined>): Promise<Deed | undefined> {
    const result = this.#turn
      .then(step)
      .catch((error: unknown) => {
        this.#fail(error);
        return undefined;
      })
      .finally(() => this.#changed());
    this.#turn = result;
    return result;
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
