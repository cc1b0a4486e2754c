import { FrameWindow } from './statistics.ts';

/** Full length of a bar: four frames of a 60 Hz display, ms. */
export const SCALE_MS = 1000 / 15;
/** The numbers change this often, ms: often enough to follow, slowly enough to read. */
const SHOW_EVERY_MS = 200;

/** Two bars, mean and maximum, with their numbers beside them. */
class Row {
  readonly window = new FrameWindow(60);
  readonly element = document.createElement('div');
  readonly #bars: Record<'mean' | 'max', HTMLElement>;
  readonly #values: Record<'mean' | 'max', HTMLElement>;

  constructor(name: string, key: string) {
    this.element.className = 'row';
    this.element.dataset.gauge = key;
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

/**
 * The load gauge: mean and maximum over the last 60 frames, of the time from frame to frame and of
 * the time of a tick. The maximum is what the eye sees as a hitch, so it stands beside the mean.
 */
export class Gauge {
  readonly #frame = new Row('Frame', 'frame');
  readonly #tick = new Row('Tick', 'tick');
  /** Rows of others, by their key; there once something was measured. */
  readonly #more = new Map<string, Row>();
  readonly #scale = document.createElement('p');
  #last: number | undefined;
  #shownAt = Number.NEGATIVE_INFINITY;

  constructor(element: HTMLElement) {
    this.#scale.className = 'scale';
    this.#scale.textContent = 'mean / max of 60 frames; bars to 66.7 ms';
    element.append(this.#frame.element, this.#tick.element, this.#scale);
    this.#show();
  }

  /** A frame begins at `nowMs`. */
  frame(nowMs: number): void {
    if (this.#last !== undefined) this.#frame.window.measure(nowMs - this.#last);
    this.#last = nowMs;
    this.#frame.window.endFrame();
    this.#tick.window.endFrame();
    for (const row of this.#more.values()) row.window.endFrame();
    if (nowMs - this.#shownAt < SHOW_EVERY_MS) return;
    this.#shownAt = nowMs;
    this.#show();
  }

  /** Ticks were done in the frame under way. */
  ticks(tickMs: Float32Array): void {
    for (const ms of tickMs) this.#tick.window.measure(ms);
  }

  /** Something else took so long in the frame under way; its row is hidden while it does not happen. */
  measure(key: string, name: string, ms: number): void {
    let row = this.#more.get(key);
    if (row === undefined) {
      row = new Row(name, key);
      row.element.classList.add('more');
      this.#more.set(key, row);
      this.#scale.before(row.element);
    }
    row.window.measure(ms);
  }

  /** The time until the next frame is no frame time: the tab was hidden. */
  forgetTime(): void {
    this.#last = undefined;
  }

  /** Another scene: its ticks have nothing to do with those before. */
  clear(): void {
    this.#tick.window.clear();
    for (const row of this.#more.values()) row.window.clear();
  }

  #show(): void {
    this.#frame.show();
    this.#tick.show();
    for (const row of this.#more.values()) {
      row.element.hidden = row.window.max === 0;
      row.show();
    }
  }
}
