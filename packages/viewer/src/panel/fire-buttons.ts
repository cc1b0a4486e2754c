/** Fire, Fire 16, the space bar and the count of hits. */
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
    window.addEventListener('keydown', (event) => {
      if (event.code !== 'Space' || event.repeat || this.#place.hidden) return;
      // On a button or in a field Space means what it always means there.
      if (event.target instanceof Element && event.target.closest(FOCUSABLE) !== null) return;
      event.preventDefault();
      fire(1);
    });
  }

  set available(available: boolean) {
    this.#place.hidden = !available;
  }

  set hits(count: number) {
    this.#hits.textContent = String(count);
  }
}

const FOCUSABLE = 'button, input, select, textarea, a[href], [tabindex]';

function element(selector: string): HTMLElement {
  return document.querySelector<HTMLElement>(selector)!;
}
