import type { Team } from '@skein/worker';
import { proxy, type Remote, transfer, wrap } from 'comlink';
import { hideNotice, showNotice } from '../panel/notices.ts';
import { GraphicsError } from '../scene/graphics.ts';
import type { View } from '../view.ts';
import type { Drawing, DrawingEvents, DrawingTests, DrawnRun } from './drawing.ts';
import type { DrawingThreadApi, ThreadHost } from './drawing-thread-api.ts';
import type { Frame } from './frame.ts';
import { ThreadRun } from './thread-run.ts';

/** Starts the thread that draws: early, as its code takes a while to load. */
export function startDrawingThread(): Worker {
  // Written out in one expression: bundlers look for exactly this to find the script.
  return new Worker(new URL('./drawing-thread.ts', import.meta.url), { type: 'module' });
}

/**
 * Draws on a thread of its own, which sees the memory of the world: the page's thread copies nothing for it, and waits
 * for no picture. Between two runs of the threads it takes over the state that the world stands at; the next run waits
 * for that.
 */
export class ThreadDrawing implements Drawing {
  readonly #remote: Remote<DrawingThreadApi>;
  readonly #events: DrawingEvents;
  /** Those that are not over, by number. */
  readonly #runs = new Map<number, ThreadRun>();
  #begun = 0;
  #isDrawing = false;
  /** It is gone: nothing that is asked of it will come. */
  #isOver = false;
  /** Told when what they wait for is done. */
  readonly #waiting = new Set<() => void>();

  /** `worker`: of startDrawingThread. */
  constructor(worker: Worker, view: View, events: DrawingEvents) {
    this.#events = events;
    this.#remote = wrap<DrawingThreadApi>(worker);
    worker.addEventListener('error', ({ message }) => {
      this.#fail(new GraphicsError(message || 'The script that draws could not be loaded.'));
    });
    const host: ThreadHost = {
      ...events,
      showNotice,
      hideNotice,
      lendCanvas() {
        const canvas = view.addUpper().transferControlToOffscreen();
        return transfer(canvas, [canvas]);
      },
      askParticles: (run, shown) => this.#runs.get(run)?.feed.ask(shown),
      forgetParticles: (run) => this.#runs.get(run)?.feed.forget(),
    };
    const canvas = view.canvas.transferControlToOffscreen();
    void this.#ask(this.#remote.open(transfer(canvas, [canvas]), location.href, proxy(host)));
  }

  get busy(): boolean {
    return this.#isDrawing;
  }

  begin(team: Team): DrawnRun {
    const number = this.#begun++;
    const end = () => {
      this.#runs.delete(number);
      void this.#ask(this.#remote.end(number));
    };
    const run = new ThreadRun(number, team, { remote: this.#remote, ask: this.#ask, end });
    this.#runs.set(number, run);
    return run;
  }

  show(run: DrawnRun | undefined): void {
    void this.#ask(this.#remote.show(run?.number));
  }

  draw(frame: Frame): void {
    this.#isDrawing = true;
    this.#remote.draw(frame).then(
      (report) => {
        this.#isDrawing = false;
        const { shown } = report;
        const run = shown && this.#runs.get(shown.run);
        if (run !== undefined) run.told = shown?.colors;
        this.#events.onDrawn(report);
      },
      (error: unknown) => this.#fail(error),
    );
  }

  still(frame: Frame): Promise<Blob> {
    return this.#remote.still(frame);
  }

  readonly tests: DrawingTests = {
    memory: () => this.#remote.memory(),
    particlePoints: () => this.#remote.particlePoints(),
    lose: () => this.#remote.lose(),
    restore: () => this.#remote.restore(),
  };

  /** Resolves when something was done, or never will be: nothing waits for a thread that is gone. */
  readonly #ask = (done: Promise<unknown>): Promise<void> =>
    new Promise((resolve) => {
      this.#waiting.add(resolve);
      const end = () => {
        this.#waiting.delete(resolve);
        resolve();
      };
      done.then(end, (error: unknown) => {
        this.#fail(error);
        end();
      });
    });

  #fail(error: unknown): void {
    if (!this.#isOver) this.#events.onFault(error);
    this.#isOver = true;
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
