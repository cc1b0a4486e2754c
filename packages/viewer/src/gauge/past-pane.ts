import { History } from './history.ts';
import { Plot } from './plot.ts';

const SECONDS = 10;

/** The pane that plots the longest frames and ticks of the last ten seconds. */
export class PastPane {
  readonly element = document.createElement('div');
  readonly #history: History;
  #plot: Plot | undefined;
  /** The longest frame and the longest tick since the last sample, in ms; null when there was none. */
  #longestFrame: number | null = null;
  #longestTick: number | null = null;

  constructor(everyMs: number) {
    this.#history = new History(2, (1000 * SECONDS) / everyMs + 1, everyMs / 1000);
  }

  addFrame(ms: number): void {
    this.#longestFrame = Math.max(this.#longestFrame ?? 0, ms);
  }

  addTick(ms: number): void {
    this.#longestTick = Math.max(this.#longestTick ?? 0, ms);
  }

  sample(isShown: boolean): void {
    this.#history.push(this.#longestFrame, this.#longestTick);
    this.#longestFrame = null;
    this.#longestTick = null;
    if (isShown) this.#show();
  }

  #show(): void {
    this.#plot ??= new Plot(this.element, {
      series: [
        { label: 'longest frame (ms)', color: '#ffb070' },
        { label: 'longest tick (ms)', color: '#40e0ff' },
      ],
      across: (seconds) => `${seconds} s`,
      least: [0, 34],
    });
    this.#plot.show(this.#history.data);
  }
}
