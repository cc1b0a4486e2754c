import type { RunReport } from '@skein/worker';
import type { Session } from '../session.ts';
import { MeasuresPane } from './measures-pane.ts';
import { Panes } from './panes.ts';
import { PastPane } from './past-pane.ts';
import { WorkerBars } from './worker-bars.ts';

/** The interval between samples of the plots, in ms. */
const SAMPLE_EVERY_MS = 100;

/** The details of the gauge, in several panes: the load of each thread, the last ten seconds, and measures of the world. */
export class Details {
  readonly #session: () => Session | undefined;
  readonly #workers = new WorkerBars();
  readonly #past = new PastPane(SAMPLE_EVERY_MS);
  readonly #measures = new MeasuresPane();
  readonly #panes: Panes;
  #sampledAt = Number.NEGATIVE_INFINITY;

  /** `session` returns the run on the page. */
  constructor(place: HTMLElement, session: () => Session | undefined) {
    this.#session = session;
    this.#panes = new Panes(place, [
      {
        key: 'threads',
        label: 'Threads',
        tip: 'How busy each thread is.',
        element: this.#workers.element,
      },
      {
        key: 'past',
        label: 'Last 10 s',
        tip: 'The longest frames and ticks of the last 10 seconds.',
        element: this.#past.element,
      },
      {
        key: 'measures',
        label: 'Measures',
        tip: 'How aligned the agents are, how fast they are, and other measures that you name.',
        element: this.#measures.element,
      },
    ]);
  }

  /** Clears the panes, because another run was opened or the run was closed. */
  clear(): void {
    this.#workers.clear();
    this.#measures.clear();
  }

  /** Records the duration of a frame, in ms. If the tab was hidden before the frame, `frameMs` is undefined. */
  frame(frameMs: number | undefined, nowMs: number): void {
    if (frameMs !== undefined) this.#past.addFrame(frameMs);
    if (nowMs - this.#sampledAt < SAMPLE_EVERY_MS) return;
    this.#sampledAt = nowMs;
    this.#past.sample(this.#panes.open === 'past');
    const session = this.#session();
    if (this.#panes.open === 'measures' && session !== undefined) {
      this.#measures.sample(session, nowMs);
    }
  }

  ticks(report: RunReport): void {
    for (const ms of report.tickMs) this.#past.addTick(ms);
    this.#workers.add(report);
  }

  show(): void {
    if (this.#panes.open === 'threads') this.#workers.show();
  }
}
