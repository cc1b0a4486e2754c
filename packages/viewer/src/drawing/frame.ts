import type { Insight } from '@skein/core';
import type { Paint } from '@skein/three/parts';
import type { Options } from '../options.ts';
import type { Look } from '../scene/layer.ts';
import type { CameraPose, PictureSize } from '../scene/stage.ts';

/** The selected agent. */
export interface SelectedAgent {
  readonly insight: Insight;
  /** The force of the longest arrow, in N. */
  readonly longestForce: number;
}

/** The data from which a frame is drawn; can be posted to another thread. */
export interface Frame {
  readonly camera: CameraPose;
  readonly size: PictureSize;
  /** Device pixels that one meter covers at a distance of one meter. */
  readonly pixelsPerMeter: number;
  /** Time that passes in the picture since the last frame, in s. */
  readonly seconds: number;
  /** How long before the drawn state the picture stands, in s. */
  readonly lag: number;
  readonly look: Look;
  readonly bloom: Options['bloom'];
  readonly graphics: Options['graphics'];
  readonly agent: SelectedAgent | undefined;
}

/** What the colors of agents show. */
export type Colors = Pick<Paint, 'by' | 'scale' | 'flat'>;

/** The report on a drawn frame. */
export interface FrameReport {
  /** The time of uploads to the graphics card since the last frame, in ms. */
  readonly uploadMs: number;
  /** The time to send the draw commands to the graphics card, in ms. */
  readonly drawMs: number;
  /** The run in the frame, and what its colors show; undefined when no run is shown. */
  readonly shown: { readonly run: number; readonly colors: Colors } | undefined;
}
