import { findAdapter } from './adapter.ts';
import { type AnyCanvas, type Graphics, GraphicsError } from './graphics.ts';

/** From so many agents on, WebGPU draws where there is a choice. */
const MANY_AGENTS = 200_000;

export interface GraphicsEvents {
  /** WebGPU needs a canvas of its own, which is seen once it is chosen. */
  lendCanvas(): AnyCanvas | Promise<AnyCanvas>;
  /** These draw from now on; by WebGL where there are none. */
  onChoice(graphics: Graphics | undefined): void;
  /** WebGL draws though WebGPU was asked for, or did until now. */
  onRefused(why: string): void;
}

/**
 * Which graphics draw the page. It begins with WebGL, which is there at once. WebGPU is loaded where it is asked for,
 * or by itself where a graphics card has it and agents are many; where it is not to be had, WebGL continues.
 */
export class GraphicsChoice {
  readonly #events: GraphicsEvents;
  #asked: 'auto' | 'webgl' | 'webgpu' = 'webgl';
  #drawing: Graphics | undefined;
  #loading = false;
  /** Not tried again until something else is asked for. */
  #refused = false;

  constructor(events: GraphicsEvents) {
    this.#events = events;
  }

  /** What is asked for, and for how many agents; called in each frame. */
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
      // Software in place of a graphics card is slower by WebGPU than by WebGL.
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
