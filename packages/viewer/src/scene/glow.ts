import { loadPatiently } from '../offline/load-patiently.ts';
import type { Bloom, Graphics } from './graphics.ts';
import type { Stage } from './stage.ts';

/** Automatic bloom is used only if it takes less than this time (ms). */
const QUICK_MS = 5;
/** Automatic bloom is also off if a frame with bloom takes longer than this time (ms). */
const SLOW_FRAME_MS = 33;
/** The number of times the duration is measured. */
const TURNS = 3;
/** The number of frames before the measurement, because the first frames compile shaders. */
const SETTLED_FRAMES = 20;

/** Draws the stage, with bloom if that is requested, or if it is automatic and fast enough. */
export class Glow {
  readonly #stage: Stage;
  /** The graphics interface that the other fields belong to; with a new one, everything starts again. */
  #graphics: Graphics | undefined;
  /** Loaded on first use; until then the picture is drawn without bloom. */
  #bloom: Bloom | undefined;
  #loading = false;
  #frames = 0;
  #quick: boolean | undefined;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** `auto`: with bloom if it is fast enough. */
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
   * Measures once, on a real frame, because names of graphics cards say little about their speed. The shortest of
   * several turns counts, because other work on the card only makes turns longer.
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

/** The time from the call to the last pixel, in ms. With WebGL, all turns finish before a frame is shown. */
async function timeOf(draw: () => void, graphics: Graphics): Promise<number> {
  await graphics.finish();
  const begun = performance.now();
  draw();
  await graphics.finish();
  return performance.now() - begun;
}
