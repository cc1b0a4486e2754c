import { loadPatiently } from '../offline/load-patiently.ts';
import type { Bloom, Graphics } from './graphics.ts';
import type { Stage } from './stage.ts';

/** Bloom that takes longer than this is left out, unless it is asked for, ms. */
const QUICK_MS = 5;
/** A picture that takes longer with bloom has none, whatever it takes without, ms. */
const SLOW_FRAME_MS = 33;
/** How often the time is taken. */
const TURNS = 3;
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
   * have a slow day. The shortest of some turns counts: a card that has other work takes longer.
   */
  async #time(graphics: Graphics): Promise<void> {
    const bloomed = () => this.#drawBloom();
    const plain = () => this.#stage.draw();
    // Its shaders are compiled with its first picture.
    await timeOf(bloomed, graphics);
    let [withBloom, without] = [Infinity, Infinity];
    for (let turn = 0; turn < TURNS; turn++) {
      without = Math.min(without, await timeOf(plain, graphics));
      withBloom = Math.min(withBloom, await timeOf(bloomed, graphics));
      if (graphics !== this.#graphics) return;
      if (withBloom > SLOW_FRAME_MS) break;
    }
    this.#quick = withBloom < SLOW_FRAME_MS && withBloom - without < QUICK_MS;
    plain();
  }
}

/** From the call to the last pixel, ms. On WebGL all of it is over before the frame is shown. */
async function timeOf(draw: () => void, graphics: Graphics): Promise<number> {
  await graphics.finish();
  const begun = performance.now();
  draw();
  await graphics.finish();
  return performance.now() - begun;
}
