/** The drawing thread, which draws the pictures of the page from the shared memory of the run. */
import { type WatchedWorld, type WorldSight, watchWorld } from '@skein/core/internal';
import { DrawnState, type Feed, type TakeParticles, type WorldSource } from '@skein/three/parts';
import { expose, type Remote, transfer } from 'comlink';
import type { DrawingThreadApi, PostedRun, ThreadHost } from './drawing-thread-api.ts';
import { Painter } from './painter.ts';

/** A run whose world the drawing thread reads from shared memory. */
class WatchedRun implements WorldSource {
  readonly state: DrawnState;
  readonly #watched: WatchedWorld;
  readonly #moved = new Set<() => void>();
  #take: TakeParticles | undefined;

  constructor({ sight, buffers }: PostedRun) {
    this.#watched = watchWorld(sight);
    this.state = new DrawnState(this.world, buffers);
  }

  get world() {
    return this.#watched.world;
  }

  on(_: 'moved', listener: () => void): () => void {
    this.#moved.add(listener);
    return () => this.#moved.delete(listener);
  }

  move(handle: WorldSight['handle']): void {
    this.#watched.move(handle);
    for (const listener of this.#moved) listener();
  }

  /** Creates the feed that asks the page for particles. The feed cancels only requests that it has made. */
  feed(run: number, host: Remote<ThreadHost>, take: TakeParticles): Feed {
    this.#take = take;
    let isAsked = false;
    return {
      ask(shown) {
        isAsked = true;
        void host.askParticles(run, shown);
      },
      forget() {
        if (isAsked) void host.forgetParticles(run);
        isAsked = false;
      },
    };
  }

  readonly receive: TakeParticles = (views, ms) => this.#take?.(views, ms);
}

let painter: Painter;
let host: Remote<ThreadHost>;
let restore: (() => void) | undefined;
const runs = new Map<number, WatchedRun>();

const api: DrawingThreadApi = {
  open(canvas, address, page) {
    host = page as unknown as Remote<ThreadHost>;
    painter = new Painter(canvas, {
      address,
      showNotice: (title, text) => void host.showNotice(title, text),
      hideNotice: (title) => void host.hideNotice(title),
      lendCanvas: () => host.lendCanvas(),
      onGraphics: (kind) => void host.onGraphics(kind),
      onRefused: (why) => void host.onRefused(why),
      onLost: () => void host.onLost(),
      onRestored: () => void host.onRestored(),
      onParticles: (ms) => void host.onParticles(ms),
    });
  },
  begin(run, posted) {
    const watched = new WatchedRun(posted);
    runs.set(run, watched);
    painter.begin(run, {
      source: watched,
      state: watched.state,
      feed: (take) => watched.feed(run, host, take),
    });
  },
  move: (run, handle) => runs.get(run)?.move(handle),
  copy: (run, packed) => painter.copy(run, packed),
  colorBy: (run, by) => painter.colorBy(run, by),
  event: (run, event) => painter.event(run, event),
  particles: (run, views, ms) => void runs.get(run)?.receive(views, ms),
  show: (run) => painter.show(run),
  end(run) {
    painter.end(run);
    runs.delete(run);
  },
  draw: (frame) => painter.draw(frame),
  still: (frame) => painter.still(frame),
  async small(frame, width, height) {
    const picture = await painter.small(frame, width, height);
    return transfer(picture, [picture]);
  },
  memory: () => painter.memory,
  particlePoints: () => painter.particlePoints,
  lose() {
    restore = painter.lose();
  },
  restore: () => restore?.(),
};

expose(api);
