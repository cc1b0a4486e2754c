import { FrameWindow } from './statistics.ts';

/** The duration at which a bar is full, in ms: four frames of a display with 60 Hz. */
export const SCALE_MS = 1000 / 15;

/** A row of the gauge with two bars and two numbers, for the mean and for the maximum. */
export class Row {
  readonly window = new FrameWindow(60);
  readonly element = document.createElement('div');
  readonly #bars: Record<'mean' | 'max', HTMLElement>;
  readonly #values: Record<'mean' | 'max', HTMLElement>;

  constructor(name: string, key: string, tip: string) {
    this.element.className = 'row';
    this.element.dataset.gauge = key;
    this.element.title = tip;
    this.element.innerHTML =
      `<span class="name">${name}</span>` +
      '<span class="bars" aria-hidden="true"><i class="bar mean"></i><i class="bar max"></i></span>' +
      '<span class="numbers"><span class="value mean"></span> / <span class="value max"></span> ms</span>';
    const find = (selector: string) => this.element.querySelector<HTMLElement>(selector)!;
    this.#bars = { mean: find('.bar.mean'), max: find('.bar.max') };
    this.#values = { mean: find('.value.mean'), max: find('.value.max') };
  }

  show(): void {
    for (const key of ['mean', 'max'] as const) {
      const ms = this.window[key];
      this.#bars[key].style.transform = `scaleX(${Math.min(1, ms / SCALE_MS).toFixed(4)})`;
      this.#values[key].textContent = ms < 10 ? ms.toFixed(2) : ms.toFixed(1);
      this.element.dataset[key] = ms.toFixed(3);
    }
  }
}
