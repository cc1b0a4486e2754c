import { loadPatiently } from '../offline/load-patiently.ts';
import type { Bloom, Graphics } from './graphics.ts';
import type { Stage } from './stage.ts';

/** The maximum time that automatic bloom may take in a frame, in ms. If bloom takes longer, it stays off. */
const QUICK_MS = 5;
/** The maximum time that a whole frame with automatic bloom may take, in ms. If it takes longer, bloom stays off. */
const SLOW_FRAME_MS = 33;
/** The number of times that the duration of the bloom is measured. */
const TURNS = 3;
/**
 * The number of frames to wait before bloom is timed. The first frames are not typical, because they also compile
 * shaders.
 */
const SETTLED_FRAMES = 20;

/** Draws the stage. It adds bloom if the visitor requests it, or if bloom is automatic and fast enough. */
export class Glow {
  readonly #stage: Stage;
  /** The graphics interface to which the other fields belong. When it changes, all other fields are reset. */
  #graphics: Graphics | undefined;
  /** Draws the bloom. Its code is loaded on first use; until then, the picture is drawn without bloom. */
  #bloom: Bloom | undefined;
  #loading = false;
  #frames = 0;
  #quick: boolean | undefined;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Draws a frame. With `auto`, bloom is used only if it is fast enough. */
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
   * Measures how long the bloom takes. Draws real frames, because the name of a graphics card says little about its
   * speed. Takes the shortest of several measurements, because other work on the card can only make them longer.
   */
  async #time(graphics: Graphics): Promise<void> {
    const bloomed = () => this.#drawBloom();
    const plain = () => this.#stage.draw();
    // The first frame with bloom compiles its shaders.
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

/**
 * The time from the call of `draw` until the graphics card has drawn the last pixel, in ms. With WebGL, all
 * measurements are finished before the frame is shown.
 */
async function timeOf(draw: () => void, graphics: Graphics): Promise<number> {
  await graphics.finish();
  const begun = performance.now();
  draw();
  await graphics.finish();
  return performance.now() - begun;
}
