/** Fire, Fire 16 and the count of hits. */
export class FireButtons {
  readonly #place = element('#actions');
  readonly #hits = element('#hits');

  constructor(fire: (count: number) => void) {
    const buttons = [
      [element('#fire'), 1],
      [element('#fire16'), 16],
    ] as const;
    for (const [button, count] of buttons) {
      button.addEventListener('click', () => fire(count));
      // A mouse click leaves the focus where it is, so that Space still means Fire afterwards.
      button.addEventListener('mousedown', (event) => event.preventDefault());
    }
  }

  set available(available: boolean) {
    this.#place.hidden = !available;
  }

  get available(): boolean {
    return !this.#place.hidden;
  }

  set hits(count: number) {
    this.#hits.textContent = String(count);
  }
}

function element(selector: string): HTMLElement {
  return document.querySelector<HTMLElement>(selector)!;
}
