import type { DrawnState } from '@skein/three/parts';
import type { Object3D } from 'three';
import type { Options } from '../options.ts';

/** What a layer needs to know of the frame. */
export interface FrameView {
  /** Device pixels that one meter takes up at a distance of one meter. */
  readonly pixelsPerMeter: number;
  /** Wall time since the frame before, s. */
  readonly seconds: number;
  /**
   * How far before the drawn state the picture stands, s: up to one step, or as much after it. Agents
   * fly straight within a step, so each is drawn at position - velocity x lag, between two states.
   */
  readonly lag: number;
  readonly options: Options;
}

/** Something that stands in the scene. */
export interface Layer {
  readonly object: Object3D;
  /** Takes over the drawn state; called once per frame, also when the state is the same. */
  update?(state: DrawnState, view: FrameView): void;
  /** Frees what the graphics card holds. */
  dispose(): void;
}
