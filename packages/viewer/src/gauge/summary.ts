import { make, makeButton } from '../controls/elements.ts';

/** The interval between updates of the summary line, in ms. It is long, because visitors rarely look at the line. */
const SHOW_EVERY_MS = 1000;

/** The gauge as a single line. It is a button that opens and closes the rest of the gauge. */
export class Summary {
  readonly #line = make('span', {}, 'Load');
  #shownAt = Number.NEGATIVE_INFINITY;

  /** `onOpen` is called when the visitor opens the rest of the gauge. */
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

  /**
   * Shows the mean time of a frame and of a tick, in ms. A time of 0 means that there was no frame or no tick to
   * measure.
   */
  show(frameMs: number, tickMs: number, nowMs: number): void {
    if (frameMs === 0 || nowMs - this.#shownAt < SHOW_EVERY_MS) return;
    this.#shownAt = nowMs;
    const rate = `${Math.round(1000 / frameMs)} fps`;
    this.#line.textContent = tickMs === 0 ? rate : `${rate}, ${tickMs.toFixed(1)} ms a tick`;
  }
}
