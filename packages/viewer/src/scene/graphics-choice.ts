import { type Device, findAdapter } from './adapter.ts';
import { type AnyCanvas, type Graphics, GraphicsError } from './graphics.ts';

/** The minimum number of agents at which the automatic choice is WebGPU instead of WebGL. */
const MANY_AGENTS = 200_000;

export interface GraphicsEvents {
  /** Returns a separate canvas for WebGPU. It becomes visible when WebGPU is chosen. */
  lendCanvas(): AnyCanvas | Promise<AnyCanvas>;
  /** Called when drawing switches to another graphics interface; undefined stands for WebGL. */
  onChoice(graphics: Graphics | undefined): void;
  /** Called when WebGPU could not be started or has stopped. WebGL then draws instead. `why` is the reason. */
  onRefused(why: string): void;
}

/**
 * Chooses the graphics interface of the page. WebGL draws at first, because it is available at once. If the visitor
 * requests WebGPU, it is loaded. WebGPU is also loaded automatically if there are many agents and a graphics card
 * supports it. If WebGPU is not available, WebGL continues to draw.
 */
export class GraphicsChoice {
  readonly #events: GraphicsEvents;
  #asked: 'auto' | 'webgl' | 'webgpu' = 'webgl';
  /** The device on which a world is stepped that is to be drawn from there. */
  #device: Device | undefined;
  #drawing: Graphics | undefined;
  #loading = false;
  /** Whether WebGPU was refused. It is then not tried again until the visitor changes the option. */
  #refused = false;

  constructor(events: GraphicsEvents) {
    this.#events = events;
  }

  /**
   * Chooses WebGL or WebGPU by the visitor's option and the number of agents. WebGPU draws on the device that steps the
   * world, if there is one. Called in each frame.
   */
  follow(asked: 'auto' | 'webgl' | 'webgpu', agents: number, device?: Device): void {
    if (asked !== this.#asked || device !== this.#device) this.#refused = false;
    this.#asked = asked;
    this.#device = device;
    const isBetter = asked === 'auto' && (agents >= MANY_AGENTS || device !== undefined);
    const wanted = (isBetter || asked === 'webgpu') && !this.#refused;
    const isOther = device !== undefined && this.#drawing?.device !== device;
    if (this.#loading || (wanted === (this.#drawing !== undefined) && !(wanted && isOther))) return;
    if (wanted) void this.#load(asked, device);
    else this.#choose(undefined);
  }

  #choose(graphics: Graphics | undefined): void {
    this.#drawing = graphics;
    this.#events.onChoice(graphics);
  }

  async #load(asked: 'auto' | 'webgl' | 'webgpu', device: Device | undefined): Promise<void> {
    this.#loading = true;
    try {
      const adapter = device === undefined ? await findAdapter() : undefined;
      const from = device ?? adapter;
      // Software rendering is slower with WebGPU than with WebGL, except where the state is there.
      const isCard = device !== undefined || adapter?.info.isFallbackAdapter === false;
      if (asked === 'auto' && !isCard) this.#refused = true;
      else if (from === undefined) {
        throw new GraphicsError('This browser offers no WebGPU on this machine.');
      } else {
        const { WebGPUGraphics } = await import('./webgpu/graphics.ts');
        const canvas = await this.#events.lendCanvas();
        const graphics: Graphics = await WebGPUGraphics.create(from, canvas, (why) => {
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
