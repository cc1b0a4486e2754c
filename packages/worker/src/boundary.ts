/**
 * A queue of actions, such as commands and changes of crew, that wait for the next tick boundary of a run. Actions may
 * change the world only at a boundary, because no worker uses the world then.
 */
export class Boundary {
  #waiting: { act: () => void; refuse: (error: Error) => void }[] = [];

  /** Runs `action` at the next boundary. The returned promise settles with the result or the error of `action`. */
  add<Result>(action: () => Result): Promise<Result> {
    return new Promise((resolve, refuse) => {
      const act = () => {
        try {
          resolve(action());
        } catch (error) {
          refuse(error);
        }
      };
      this.#waiting.push({ act, refuse });
    });
  }

  get isAwaited(): boolean {
    return this.#waiting.length > 0;
  }

  /** Runs the waiting actions in the order in which they were added, including actions that are added meanwhile. */
  reach(): void {
    while (this.#waiting.length > 0) for (const { act } of this.#take()) act();
  }

  /** Rejects the waiting actions with `error`, because no further tick boundary will come. */
  close(error: Error): void {
    for (const { refuse } of this.#take()) refuse(error);
  }

  #take() {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }
}
