import type { SweepProgress as Counts } from '@skein/sweep';
import { SingleBar } from 'cli-progress';
import { counted } from './counted.ts';
import { tell } from './output.ts';
import { timeText } from './sweep-text.ts';

/**
 * `LOOK_MS` is the interval between updates of the bar, in ms. If there is no terminal, `LINE_MS` is the interval
 * between lines, in ms.
 */
const LOOK_MS = 200;
const LINE_MS = 15_000;

/** Shows on standard error how far a sweep has come: as a bar on a terminal, otherwise as a line now and then. */
export class SweepProgress implements Disposable {
  readonly #bar: SingleBar | undefined;
  readonly #startedAtMs = performance.now();
  #counts: Counts;
  #timer: NodeJS.Timeout | undefined;
  #toldAtMs = performance.now();

  constructor(counts: Counts, isTerminal: boolean) {
    this.#counts = counts;
    if (isTerminal) {
      this.#bar = new SingleBar(BAR);
      this.#bar.start(counts.runs, counts.skipped, this.#words());
    }
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
  }

  /** Updates the counts. */
  update(counts: Counts): void {
    this.#counts = counts;
  }

  /** Prints a line above the bar. */
  note(text: string): void {
    this.#bar?.stop();
    tell(text);
    if (this.#timer !== undefined) {
      this.#bar?.start(this.#counts.runs, this.#finished(), this.#words());
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#bar?.stop();
  }

  #look(): void {
    if (this.#bar !== undefined) {
      this.#bar.update(this.#finished(), this.#words());
      return;
    }
    if (performance.now() - this.#toldAtMs < LINE_MS) return;
    this.#toldAtMs = performance.now();
    const { rate, left } = this.#words();
    tell(`${this.#finished()} of ${counted(this.#counts.runs, 'run')}, ${rate}, ${left} left`);
  }

  /** The number of finished runs, including failed and skipped runs. */
  #finished(): number {
    const { skipped, done, failed } = this.#counts;
    return skipped + done + failed;
  }

  #words(): { rate: string; left: string } {
    const { runs, done, failed, underWay } = this.#counts;
    const seconds = (performance.now() - this.#startedAtMs) / 1000;
    // The finished part of running runs counts too; otherwise a sweep of a few long runs would show no progress for
    // hours.
    const now = done + failed + underWay;
    if (now < 0.01 || seconds < 0.5) return { rate: '- runs/min', left: '-' };
    const rate = (now / seconds) * 60;
    const left = ((runs - this.#finished() - underWay) / rate) * 60_000;
    return { rate: `${Number(rate.toPrecision(3))} runs/min`, left: timeText(left) };
  }
}

const BAR = {
  stream: process.stderr,
  format: '{bar} {percentage}% | run {value} of {total} | {rate} | {left} left',
  barsize: 24,
  clearOnComplete: true,
  // If the process is killed, it cannot switch line wrapping back on.
  linewrap: true,
};
