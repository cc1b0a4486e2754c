import { handleOf, innerOf, sightOf } from '@skein/core/supervise';
import { type ColorBy, ParticleFeed, SeenState, type Stepper } from '@skein/three/parts';
import type { Team } from '@skein/worker';
import { proxy, type Remote, transfer, wrap } from 'comlink';
import { hideNotice, showNotice } from '../panel/notices.ts';
import { GraphicsError } from '../scene/graphics.ts';
import type { View } from '../view.ts';
import type { Drawing, DrawingEvents, DrawingTests, DrawnRun } from './drawing.ts';
import type { DrawingThreadApi, ThreadHost } from './drawing-thread-api.ts';
import type { Colors, Frame } from './frame.ts';

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
  readonly #feeds = new Map<number, () => ParticleFeed>();
  readonly #colors = new Map<number, Colors>();
  #runs = 0;
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
      showNotice,
      hideNotice,
      lendCanvas() {
        const canvas = view.addUpper().transferControlToOffscreen();
        return transfer(canvas, [canvas]);
      },
      onGraphics: (kind) => events.onGraphics(kind),
      onRefused: (why) => events.onRefused(why),
      onLost: () => events.onLost(),
      onRestored: () => events.onRestored(),
      onParticles: (ms) => events.onParticles(ms),
      askParticles: (run, shown) => this.#feeds.get(run)?.().ask(shown),
      forgetParticles: (run) => this.#feeds.get(run)?.().forget(),
    };
    const canvas = view.canvas.transferControlToOffscreen();
    void this.#ask(this.#remote.open(transfer(canvas, [canvas]), location.href, proxy(host)));
  }

  get busy(): boolean {
    return this.#isDrawing;
  }

  begin(team: Team): DrawnRun {
    const remote = this.#remote;
    const { world } = team;
    const number = this.#runs++;
    const state = new SeenState(world);
    const posted = { sight: sightOf(innerOf(world)), room: state.agents.lent };
    state.copyFrom(world);
    const begun = this.#ask(remote.begin(number, posted));
    const unlisten = team.on('moved', () => {
      void this.#ask(remote.move(number, handleOf(innerOf(world).handle)));
    });
    let by: ColorBy = 'species';
    let stepper: Stepper;
    let feed: ParticleFeed | undefined;
    this.#feeds.set(number, () => {
      feed ??= new ParticleFeed(stepper, ({ first, count }, ms) =>
        this.#ask(remote.particles(number, { first, count }, ms)),
      );
      return feed;
    });
    const flat = world.scenario.dimensions === 2;
    const colors = () => this.#colors.get(number);
    return {
      number,
      state,
      get colors() {
        const told = colors();
        return told?.by === by ? told : { by, scale: undefined, flat };
      },
      stepBy(one) {
        stepper = one;
        stepper.borrowTeam(() => begun).catch(() => {});
      },
      onState: ({ points }) => {
        const packed = points !== undefined;
        state.copyFrom(world, packed);
        // What is packed here is there for both.
        return this.#ask(remote.copy(number, packed || state.agents.lent !== undefined));
      },
      onEvent: (event) => void this.#ask(remote.event(number, event)),
      colorBy: (next) => {
        by = next;
        // Where the run is over by then, nothing is to be painted.
        stepper.borrowTeam(() => this.#ask(remote.colorBy(number, by))).catch(() => {});
      },
      dispose: () => {
        unlisten();
        this.#feeds.delete(number);
        this.#colors.delete(number);
        void this.#ask(remote.end(number));
      },
    };
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
        if (shown !== undefined && this.#feeds.has(shown.run)) {
          this.#colors.set(shown.run, shown.colors);
        }
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
  #ask(done: Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
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
  }

  #fail(error: unknown): void {
    if (!this.#isOver) this.#events.onFault(error);
    this.#isOver = true;
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
