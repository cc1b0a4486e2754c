/**
 * Actions that wait for the next tick boundary of a run, such as commands and changes of crew. The world may only be
 * changed there, because only there no worker is using it.
 */
export class Boundary {
  #waiting: { act: () => void; refuse: (error: Error) => void }[] = [];

  /** Runs `action` at the next boundary. The promise settles as `action` does. */
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

  /** Runs the waiting actions in the order in which they came, including those that they add. */
  reach(): void {
    while (this.#waiting.length > 0) for (const { act } of this.#take()) act();
  }

  /** Rejects the waiting actions with `error`, because there will be no boundary. */
  close(error: Error): void {
    for (const { refuse } of this.#take()) refuse(error);
  }

  #take() {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }
}
