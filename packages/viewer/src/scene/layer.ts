import type { ColorBy, DrawnState } from '@skein/three/parts';
import type { Camera, Object3D } from 'three';

/** The options that decide how the picture looks. */
export interface Look {
  /** The bodies of agents: a different body for each species, or the same body for all agents. */
  readonly mesh: 'species' | 'dart' | 'point';
  /** Whether trails are drawn as sprites or as ribbons. */
  readonly trails: 'sprites' | 'ribbons';
  /** Whether the threads or the graphics card compute the positions of particles. */
  readonly particles: 'threads' | 'card';
  /** What the colors of agents show. */
  readonly color: ColorBy;
  /** How much the colors of threads cover all other colors, 0 to 1. */
  readonly flash: number;
  /** Whether flow fields and scalar fields are drawn. */
  readonly field: boolean;
}

/** What layers need to know about a frame. */
export interface FrameView {
  /** The number of device pixels that one meter covers at a distance of one meter. */
  readonly pixelsPerMeter: number;
  /** The time since the last frame, in s. */
  readonly seconds: number;
  /**
   * The time of the state minus the time that the picture shows, in s. It is between minus one step and one step.
   * Agents move straight within a step, so they are drawn at `position - velocity * lag`.
   */
  readonly lag: number;
  readonly look: Look;
  /** The camera in this frame. */
  readonly camera: Camera;
}

/** A part of the picture of a scene. */
export interface Layer {
  readonly object: Object3D;
  /** Shows the drawn state. Called once per frame, even if the state is the same as in the last frame. */
  update?(state: DrawnState, view: FrameView): void;
  /** Frees the memory on the graphics card. */
  dispose(): void;
}
