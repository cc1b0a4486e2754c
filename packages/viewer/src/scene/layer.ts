import type { ColorBy, DrawnState } from '@skein/three/parts';
import type { Camera, Object3D } from 'three';

/** The options of the picture. */
export interface Look {
  /** The bodies of agents: by species, or the same for all. */
  readonly mesh: 'species' | 'dart' | 'point';
  /** The form of trails. */
  readonly trails: 'sprites' | 'ribbons';
  /** Where the positions of particles are computed. */
  readonly particles: 'threads' | 'card';
  /** What colors show. */
  readonly color: ColorBy;
  /** Whether flow fields and scalar fields are drawn. */
  readonly field: boolean;
}

/** The data of a frame that layers need. */
export interface FrameView {
  /** Device pixels that one meter covers at a distance of one meter. */
  readonly pixelsPerMeter: number;
  /** Time since the last frame, in s. */
  readonly seconds: number;
  /**
   * How long before the drawn state the picture stands, in s; at most one step, or as much after it. Agents move
   * straight within a step, so each is drawn at position - velocity x lag, between two states.
   */
  readonly lag: number;
  readonly look: Look;
  /** The camera in this frame. */
  readonly camera: Camera;
}

/** A part of the scene. */
export interface Layer {
  readonly object: Object3D;
  /** Takes the drawn state; called once per frame, even if the state is unchanged. */
  update?(state: DrawnState, view: FrameView): void;
  /** Frees the memory on the graphics card. */
  dispose(): void;
}
