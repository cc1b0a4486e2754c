/** Something that was done, and what takes it back. */
export interface Deed<Step> {
  readonly undo: Step;
  readonly redo: Step;
}

/** What can be taken back, and done again after that. */
export class UndoList<Step> {
  #done: Deed<Step>[] = [];
  #undone: Deed<Step>[] = [];

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Something was done; what was taken back before cannot be done again. */
  add(deed: Deed<Step>): void {
    this.#done.push(deed);
    this.#undone = [];
  }

  /** What to do to take back the last deed; undefined where there is none. */
  undo(): Step | undefined {
    const deed = this.#done.pop();
    if (deed) this.#undone.push(deed);
    return deed?.undo;
  }

  /** What to do to do it again; undefined where nothing was taken back. */
  redo(): Step | undefined {
    const deed = this.#undone.pop();
    if (deed) this.#done.push(deed);
    return deed?.redo;
  }

  clear(): void {
    this.#done = [];
    this.#undone = [];
  }
}
