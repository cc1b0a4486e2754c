import { loadPatiently } from '../offline/load-patiently.ts';
import type { Bloom, Graphics } from './graphics.ts';
import type { Stage } from './stage.ts';

/** Bloom that takes longer than this is left out, unless it is asked for, ms. */
const QUICK_MS = 5;
/** Frames before it is tried: the first ones have shaders to compile. */
const SETTLED_FRAMES = 20;

/** Draws the stage, with bloom where that is wanted, or quick. */
export class Glow {
  readonly #stage: Stage;
  /** What the rest is about; another has all of it still to come. */
  #graphics: Graphics | undefined;
  /** Loaded when it is wanted first; the picture continues without it until then. */
  #bloom: Bloom | undefined;
  #loading = false;
  #frames = 0;
  #quick: boolean | undefined;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** `auto`: where it is quick. */
  draw(wanted: 'auto' | 'on' | 'off'): void {
    if (this.#graphics !== this.#stage.graphics) this.#begin(this.#stage.graphics);
    if (this.#isShown(wanted)) this.#drawBloom();
    else this.#stage.draw();
  }

  #begin(graphics: Graphics): void {
    this.#bloom?.dispose();
    this.#graphics = graphics;
    this.#bloom = undefined;
    this.#loading = false;
    this.#frames = 0;
    this.#quick = undefined;
  }

  #isShown(wanted: 'auto' | 'on' | 'off'): boolean {
    if (wanted === 'off' || (wanted === 'auto' && !this.#isQuick())) return false;
    return this.#isLoaded();
  }

  #drawBloom(): void {
    const { scene, camera } = this.#stage;
    this.#bloom?.draw(scene, camera);
  }

  #isLoaded(): boolean {
    if (!this.#loading) {
      this.#loading = true;
      const { graphics } = this.#stage;
      void loadPatiently(() => graphics.loadBloom()).then((bloom) => {
        if (graphics === this.#graphics) this.#bloom = bloom;
        else bloom.dispose();
      });
    }
    return this.#bloom !== undefined;
  }

  #isQuick(): boolean {
    if (this.#quick !== undefined) return this.#quick;
    this.#frames += 1;
    if (this.#frames >= SETTLED_FRAMES && this.#isLoaded()) {
      this.#quick = false;
      void this.#time(this.#stage.graphics);
    }
    return false;
  }

  /**
   * Tried once, on a frame of the page itself: what draws it goes by many names, and a fast one may
   * have a slow day. On WebGL all of it is over before the frame is shown.
   */
  async #time(graphics: Graphics): Promise<void> {
    // Its shaders are compiled with its first picture.
    this.#drawBloom();
    await graphics.finish();
    const begun = performance.now();
    this.#stage.draw();
    await graphics.finish();
    const drawn = performance.now();
    this.#drawBloom();
    await graphics.finish();
    const bloomed = performance.now();
    if (graphics !== this.#graphics) return;
    this.#quick = bloomed - drawn - (drawn - begun) < QUICK_MS;
    this.#stage.draw();
  }
}
