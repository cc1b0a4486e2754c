import type { SingleBar } from 'cli-progress';
import { tell } from './output.ts';

/** The interval between two readings of the tick, in ms. */
const LOOK_MS = 100;

export interface ProgressOptions {
  readonly ticks: number;
  /** Returns the current tick. A timer calls this function, since the run itself sends no messages. */
  readonly currentTick: () => number;
  /** Whether to draw the bar. Notices are printed with or without a bar. */
  readonly bar: boolean;
}

/** Shows on standard error how far a run has come, along with notices. */
export class Progress implements Disposable {
  readonly #options: ProgressOptions;
  readonly #bar: SingleBar | undefined;
  #timer: NodeJS.Timeout | undefined;
  #startedAtMs = 0;

  private constructor(options: ProgressOptions, bar: SingleBar | undefined) {
    this.#options = options;
    this.#bar = bar;
  }

  static async open(options: ProgressOptions): Promise<Progress> {
    if (!options.bar) return new Progress(options, undefined);
    const { SingleBar } = await import('cli-progress');
    return new Progress(options, new SingleBar(BAR));
  }

  start(): void {
    if (!this.#bar) return;
    this.#startedAtMs = performance.now();
    this.#show();
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
  }

  /** Prints a line above the bar. */
  note(text: string): void {
    const shown = this.#timer !== undefined;
    if (shown) this.#bar?.stop();
    tell(text);
    if (shown) this.#show();
  }

  /** Removes the bar from the terminal. */
  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#bar?.stop();
  }

  #show(): void {
    this.#bar?.start(this.#options.ticks, this.#options.currentTick(), { rate: this.#rate() });
  }

  #look(): void {
    this.#bar?.update(this.#options.currentTick(), { rate: this.#rate() });
  }

  #rate(): string {
    const seconds = (performance.now() - this.#startedAtMs) / 1000;
    return seconds > 0 ? (this.#options.currentTick() / seconds).toFixed(0) : '-';
  }
}

const BAR = {
  stream: process.stderr,
  format: '{bar} {percentage}% | tick {value} of {total} | {rate} ticks/s | {eta_formatted} left',
  barsize: 24,
  clearOnComplete: true,
  // If the process is killed, it cannot switch line wrapping back on.
  linewrap: true,
};
