import type { Insight } from '@skein/core';
import type { Paint } from '@skein/three/parts';
import type { WeightMaps } from '../insight/weight-maps.ts';
import type { Options } from '../options.ts';
import type { Look } from '../scene/layer.ts';
import type { CameraPose, PictureSize } from '../scene/stage.ts';

/** What the marks around the selected agent show. */
export interface SelectedAgent {
  readonly insight: Insight;
  /** The force that the longest arrow stands for, in N. */
  readonly longestForce: number;
}

/** Everything that is needed to draw a frame. It can be posted to another thread. */
export interface Frame {
  readonly camera: CameraPose;
  readonly size: PictureSize;
  /** The number of device pixels that one meter covers at a distance of one meter. */
  readonly pixelsPerMeter: number;
  /** The time that passes in the picture between the last frame and this one, in s. */
  readonly seconds: number;
  /** The time of the state minus the time that the picture shows, in s. */
  readonly lag: number;
  readonly look: Look;
  readonly bloom: Options['bloom'];
  readonly graphics: Options['graphics'];
  readonly agent: SelectedAgent | undefined;
  /** The weight maps to draw; undefined while they are not wanted. */
  readonly maps: WeightMaps | undefined;
}

/** What the colors of agents show. */
export type Colors = Pick<Paint, 'by' | 'scale' | 'kinds' | 'title' | 'flat'>;

/** What the renderer reports after it has drawn a frame. */
export interface FrameReport {
  /** The time that uploads to the graphics card have taken since the last frame, in ms. */
  readonly uploadMs: number;
  /** The time that it took to send the draw commands to the graphics card, in ms. */
  readonly drawMs: number;
  /**
   * The number of the run that the frame shows, and what the colors of the agents show; undefined if the frame shows no
   * run.
   */
  readonly shown: { readonly run: number; readonly colors: Colors } | undefined;
}
