import type { Insight } from '@skein/core';
import type { Paint } from '@skein/three/parts';
import type { Options } from '../options.ts';
import type { Look } from '../scene/layer.ts';
import type { CameraPose, PictureSize } from '../scene/stage.ts';

/** The agent that is looked at. */
export interface SelectedAgent {
  readonly insight: Insight;
  /** What the longest arrow stands for, N. */
  readonly longestForce: number;
}

/** What one picture is drawn by; can be posted. */
export interface Frame {
  readonly camera: CameraPose;
  readonly size: PictureSize;
  /** Device pixels that one meter takes up at a distance of one meter. */
  readonly pixelsPerMeter: number;
  /** Time that passes in the picture since the one before, s. */
  readonly seconds: number;
  /** How far before the drawn state the picture stands, s. */
  readonly lag: number;
  readonly look: Look;
  readonly bloom: Options['bloom'];
  readonly graphics: Options['graphics'];
  readonly agent: SelectedAgent | undefined;
}

/** What the colors of agents tell. */
export type Colors = Pick<Paint, 'by' | 'scale' | 'flat'>;

/** A picture was drawn. */
export interface FrameReport {
  /** What it took to hand to the graphics card what is drawn, since the picture before, ms. */
  readonly uploadMs: number;
  /** What it took to tell the graphics card what to draw, ms. */
  readonly drawMs: number;
  /** The run that it shows, and what its colors tell; undefined while none is shown. */
  readonly shown: { readonly run: number; readonly colors: Colors } | undefined;
}
