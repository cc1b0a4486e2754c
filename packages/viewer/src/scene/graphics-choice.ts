import { findAdapter } from './adapter.ts';
import { type AnyCanvas, type Graphics, GraphicsError } from './graphics.ts';

/** From this number of agents on, the automatic choice is WebGPU. */
const MANY_AGENTS = 200_000;

export interface GraphicsEvents {
  /** Lends a separate canvas to WebGPU, which becomes visible when WebGPU is chosen. */
  lendCanvas(): AnyCanvas | Promise<AnyCanvas>;
  /** The graphics interface has changed; undefined means WebGL. */
  onChoice(graphics: Graphics | undefined): void;
  /** WebGL draws, although WebGPU was requested or has drawn until now. */
  onRefused(why: string): void;
}

/**
 * Chooses the graphics interface of the page. WebGL draws at first, because it is available at once. WebGPU is loaded
 * on request, or automatically if a graphics card supports it and there are many agents. If WebGPU is not available,
 * WebGL continues.
 */
export class GraphicsChoice {
  readonly #events: GraphicsEvents;
  #asked: 'auto' | 'webgl' | 'webgpu' = 'webgl';
  #drawing: Graphics | undefined;
  #loading = false;
  /** Whether WebGPU was refused; it is not tried again until the option changes. */
  #refused = false;

  constructor(events: GraphicsEvents) {
    this.#events = events;
  }

  /** Takes the current option and number of agents; called in each frame. */
  follow(asked: 'auto' | 'webgl' | 'webgpu', agents: number): void {
    if (asked !== this.#asked) this.#refused = false;
    this.#asked = asked;
    const isBetter = asked === 'webgpu' || (asked === 'auto' && agents >= MANY_AGENTS);
    const wanted = isBetter && !this.#refused;
    if (this.#loading || wanted === (this.#drawing !== undefined)) return;
    if (wanted) void this.#load(asked);
    else this.#choose(undefined);
  }

  #choose(graphics: Graphics | undefined): void {
    this.#drawing = graphics;
    this.#events.onChoice(graphics);
  }

  async #load(asked: 'auto' | 'webgl' | 'webgpu'): Promise<void> {
    this.#loading = true;
    try {
      const adapter = await findAdapter();
      // Software rendering is slower with WebGPU than with WebGL.
      const isCard = adapter?.info.isFallbackAdapter === false;
      if (asked === 'auto' && !isCard) this.#refused = true;
      else if (adapter === undefined) {
        throw new GraphicsError('This browser offers no WebGPU on this machine.');
      } else {
        const { WebGPUGraphics } = await import('./webgpu/graphics.ts');
        const canvas = await this.#events.lendCanvas();
        const graphics: Graphics = await WebGPUGraphics.create(adapter, canvas, (why) => {
          if (graphics === this.#drawing) this.#refuse(`The graphics card has stopped: ${why}`);
        });
        this.#choose(graphics);
      }
    } catch (error) {
      this.#refuse(error instanceof Error ? error.message : String(error));
    } finally {
      this.#loading = false;
    }
  }

  #refuse(why: string): void {
    this.#refused = true;
    if (this.#drawing !== undefined) this.#choose(undefined);
    this.#events.onRefused(why);
  }
}
