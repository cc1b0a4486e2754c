/**
 * What waits for the next tick boundary of a run: commands, changes of crew. Only there are all
 * workers out of the world, so only there may it be changed.
 */
export class Boundary {
  #waiting: { act: () => void; refuse: (error: Error) => void }[] = [];

  /** Does `action` when the boundary is reached; settles as `action` does. */
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

  /** The boundary is reached: does what waits, also what that adds, in the order in which it came. */
  reach(): void {
    while (this.#waiting.length > 0) for (const { act } of this.#take()) act();
  }

  /** There will be no boundary: what waits rejects with `error`. */
  close(error: Error): void {
    for (const { refuse } of this.#take()) refuse(error);
  }

  #take() {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }
}
