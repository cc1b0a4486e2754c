import { type DrawnState, HEAD_SIZE, TRAIL_SECONDS } from '@skein/three/parts';
import { type Color, Group } from 'three';
import type { AgentBrush, AgentObject, Brushes, RibbonObject } from './brushes.ts';
import type { FrameView, Layer } from './layer.ts';

/** The width of the glow along a trail, in m. */
const WIDTH = 0.92;
/**
 * The exponent of the fading: the brightness of a trail is the remaining fraction of its lifetime, raised to this
 * power.
 */
const FADE = 2;

/**
 * Draws the heads of beams. Also draws their trails if the visitor has chosen ribbons, or if the world has no capacity
 * for particles. Beams have no body.
 */
export class BeamLayer implements Layer {
  readonly object = new Group();
  readonly #lag = { value: 0 };
  readonly #ribbons: RibbonObject;
  readonly #heads: AgentObject;

  /** `light` contains the indices of the species that are beams; `colors` contains the color of every species. */
  constructor(
    brushes: Brushes,
    agents: AgentBrush,
    state: DrawnState,
    light: readonly number[],
    colors: readonly Color[],
  ) {
    const look = { colors, seconds: TRAIL_SECONDS, width: WIDTH, fade: FADE, lag: this.#lag };
    this.#ribbons = brushes.ribbons(state.trails.ring, look);
    const sizes = colors.map((_, species) => (light.includes(species) ? HEAD_SIZE : 0));
    this.#heads = agents.heads({ colors, sizes });
    this.object.add(this.#ribbons, this.#heads);
  }

  update(state: DrawnState, view: FrameView): void {
    this.#lag.value = view.lag;
    // Without particles, ribbons are the only way to show a trail.
    this.#ribbons.visible = view.look.trails === 'ribbons' || state.births.capacity === 0;
    const fastest = view.look.color === 'speed' ? (state.paint.scale?.to ?? 0) : 0;
    if (this.#ribbons.visible) this.#ribbons.update(state.seconds, fastest);
    this.#heads.update(state, view.lag);
  }

  dispose(): void {
    this.#ribbons.dispose();
    this.#heads.dispose();
  }
}
