import type { Team } from '@skein/worker';
import { proxy, type Remote, transfer, wrap } from 'comlink';
import { hideNotice, showNotice } from '../panel/notices.ts';
import { GraphicsError } from '../scene/graphics.ts';
import type { View } from '../view.ts';
import type { Drawing, DrawingEvents, DrawingTests, DrawnRun } from './drawing.ts';
import type { DrawingThreadApi, ThreadHost } from './drawing-thread-api.ts';
import type { Frame } from './frame.ts';
import { ThreadRun } from './thread-run.ts';

/** Starts the drawing thread. Call this function early, because the code of the thread takes a while to load. */
export function startDrawingThread(): Worker {
  // In one expression, because bundlers look for exactly this form to find the script.
  return new Worker(new URL('./drawing-thread.ts', import.meta.url), { type: 'module' });
}

/**
 * Draws on a separate thread, which reads the shared memory of the world. The page's thread copies only the part of a
 * state that the page itself uses, and does not wait for pictures. When the world has a new state, the drawing thread
 * copies it. The next ticks start only when that copy is finished.
 */
export class ThreadDrawing implements Drawing {
  readonly #remote: Remote<DrawingThreadApi>;
  readonly #events: DrawingEvents;
  /** The runs that have not ended, by their numbers. */
  readonly #runs = new Map<number, ThreadRun>();
  #begun = 0;
  #isDrawing = false;
  /** Whether the drawing thread has failed. It then answers no more calls. */
  #isOver = false;
  /** Functions that resolve the pending answers of the drawing thread. They are called when the thread fails. */
  readonly #waiting = new Set<() => void>();

  /** `worker` is the result of `startDrawingThread`. */
  constructor(worker: Worker, view: View, events: DrawingEvents) {
    this.#events = events;
    this.#remote = wrap<DrawingThreadApi>(worker);
    worker.addEventListener('error', ({ message }) => {
      this.#fail(
        new GraphicsError(message || 'The script of the drawing thread could not be loaded.'),
      );
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

  small(...wanted: Parameters<Drawing['small']>): Promise<ImageBitmap> {
    return this.#remote.small(...wanted);
  }

  readonly tests: DrawingTests = {
    memory: () => this.#remote.memory(),
    particlePoints: () => this.#remote.particlePoints(),
    lose: () => this.#remote.lose(),
    restore: () => this.#remote.restore(),
  };

  /**
   * Resolves when a call to the thread has finished. Also resolves when the call can never finish, because the thread
   * has failed.
   */
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
