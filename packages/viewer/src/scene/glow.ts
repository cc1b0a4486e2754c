import { loadPatiently } from '../offline/load-patiently.ts';
import type { Bloom } from './bloom.ts';
import type { Stage } from './stage.ts';

/** Bloom that takes longer than this is left out, unless it is asked for, ms. */
const QUICK_MS = 5;
/** Frames before it is tried: the first ones have shaders to compile. */
const SETTLED_FRAMES = 20;

/** Draws the stage, and bloom on top of it where that is wanted, or quick. */
export class Glow {
  readonly #stage: Stage;
  /** Loaded when it is wanted first; the picture goes on without it until then. */
  #bloom: Bloom | undefined;
  #loading = false;
  #frames = 0;
  #quick: boolean | undefined;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** `auto`: where it is quick. */
  draw(wanted: 'auto' | 'on' | 'off'): void {
    this.#stage.draw();
    if (wanted === 'off') return;
    if (wanted === 'auto' && !this.#isQuick()) return;
    this.#addBloom();
  }

  #addBloom(): void {
    if (this.#isLoaded()) this.#bloom?.draw();
  }

  #isLoaded(): boolean {
    if (!this.#loading) {
      this.#loading = true;
      void loadPatiently(() => import('./bloom.ts')).then(({ Bloom }) => {
        this.#bloom = new Bloom(this.#stage.renderer);
      });
    }
    return this.#bloom !== undefined;
  }

  /**
   * Tried once, on a frame of the page itself: what draws it goes by many names, and a fast one may
   * have a slow day.
   */
  #isQuick(): boolean {
    if (this.#quick !== undefined) return this.#quick;
    this.#frames += 1;
    if (this.#frames < SETTLED_FRAMES || !this.#isLoaded()) return false;
    // Its shaders are compiled with its first picture.
    this.#addBloom();
    this.#waitForCard();
    const begun = performance.now();
    this.#addBloom();
    this.#waitForCard();
    this.#quick = performance.now() - begun < QUICK_MS;
    this.#stage.draw();
    return this.#quick;
  }

  /** Drawing only queues up; a pixel that is read back has been drawn. */
  #waitForCard(): void {
    const gl = this.#stage.renderer.getContext();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  }
}
