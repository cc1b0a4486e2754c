import { make, makeButton } from '../controls/elements.ts';

/** The interval between updates of the line, in ms; it is read only in passing. */
const SHOW_EVERY_MS = 1000;

/** The gauge in one line: a button that opens the rest. */
export class Summary {
  readonly #line = make('span', {}, 'Load');
  #shownAt = Number.NEGATIVE_INFINITY;

  /** `onOpen` is called when the rest is opened. */
  constructor(place: HTMLElement, rest: HTMLElement, onOpen: () => void) {
    rest.hidden = true;
    const button = makeButton(
      {
        className: 'summary',
        'aria-expanded': 'false',
        title: 'How busy the page and its threads are',
      },
      () => {
        rest.hidden = !rest.hidden;
        button.setAttribute('aria-expanded', String(!rest.hidden));
        if (!rest.hidden) onOpen();
      },
      this.#line,
    );
    place.append(button, rest);
  }

  /** Shows the mean time of a frame and of a tick, in ms; 0 if there was none. */
  show(frameMs: number, tickMs: number, nowMs: number): void {
    if (frameMs === 0 || nowMs - this.#shownAt < SHOW_EVERY_MS) return;
    this.#shownAt = nowMs;
    const rate = `${Math.round(1000 / frameMs)} fps`;
    this.#line.textContent = tickMs === 0 ? rate : `${rate}, ${tickMs.toFixed(1)} ms a tick`;
  }
}
