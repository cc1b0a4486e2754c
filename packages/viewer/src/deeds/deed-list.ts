/** Something that was done on the page, and what takes it back and does it again. */
export interface Deed {
  /** In words, for the visitor: "Obstacle added". */
  readonly name: string;
  undo(): unknown;
  redo(): unknown;
}

/** All that can be undone on the page, the last first, and done again after that; one step at a time. */
export class DeedList {
  readonly #fail: (error: unknown) => void;
  /** Called with what was undone or done again. */
  heard: ((text: string) => void) | undefined;
  #done: Deed[] = [];
  #undone: Deed[] = [];
  #turn: Promise<unknown> = Promise.resolve();
  readonly #listeners: Array<() => void> = [];

  /** `fail`: a deed could not be undone or done again; it is forgotten. */
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

  /** Something was done; what was undone before cannot be done again. */
  add(deed: Deed): void {
    this.#done.push(deed);
    this.#undone = [];
    this.#changed();
  }

  /** Resolves with what was undone; undefined where there was nothing. */
  undo(): Promise<Deed | undefined> {
    return this.#inTurn(async () => {
      const deed = this.#done.pop();
      await deed?.undo();
      if (deed) this.#undone.push(deed);
      this.heard?.(deed ? `Undone: ${deed.name}` : 'Nothing to undo');
      return deed;
    });
  }

  /** Resolves with what was done again; undefined where nothing was undone. */
  redo(): Promise<Deed | undefined> {
    return this.#inTurn(async () => {
      const deed = this.#undone.pop();
      await deed?.redo();
      if (deed) this.#done.push(deed);
      this.heard?.(deed ? `Done again: ${deed.name}` : 'Nothing to do again');
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
