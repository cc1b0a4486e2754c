import type { ColorBy, DrawnState } from '@skein/three/parts';
import type { Camera, Object3D } from 'three';

/** What is drawn, and how. */
export interface Look {
  /** The body of each species, or the same for all. */
  readonly mesh: 'species' | 'dart' | 'point';
  /** What beams leave behind. */
  readonly trails: 'sprites' | 'ribbons';
  /** Where particles are worked out. */
  readonly particles: 'threads' | 'card';
  /** What colors tell. */
  readonly color: ColorBy;
  /** Whether flow fields and scalar fields are drawn. */
  readonly field: boolean;
}

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
  readonly look: Look;
  /** What the picture is seen with, as it stands in this frame. */
  readonly camera: Camera;
}

/** Something that stands in the scene. */
export interface Layer {
  readonly object: Object3D;
  /** Takes over the drawn state; called once per frame, also when the state is the same. */
  update?(state: DrawnState, view: FrameView): void;
  /** Frees what the graphics card holds. */
  dispose(): void;
}
