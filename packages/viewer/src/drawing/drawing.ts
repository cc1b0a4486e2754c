import type { WorldEvent } from '@skein/core';
import type { ColorBy, SeenState, Stepper } from '@skein/three/parts';
import type { RunReport, Team } from '@skein/worker';
import type { Colors, Frame, FrameReport } from './frame.ts';
import type { PainterEvents } from './painter.ts';

/** What is heard of the drawing. Each of these works by itself, apart from this object. */
export interface DrawingEvents extends PainterEvents {
  /** A picture was drawn. */
  onDrawn(report: FrameReport): void;
  /** Nothing is drawn any more. */
  onFault(error: unknown): void;
}

/** What draws the page, on whichever thread. */
export interface Drawing {
  /** A picture is being drawn: the next one waits for it. */
  readonly busy: boolean;
  /** A run begins, which stands at its first state. */
  begin(team: Team): DrawnRun;
  /** Draws a run from now on, or none. */
  show(run: DrawnRun | undefined): void;
  /** Draws a picture, which `onDrawn` reports; not while busy. */
  draw(frame: Frame): void;
  /** Draws a picture, as PNG. */
  still(frame: Frame): Promise<Blob>;
  /** For tests: see Painter. */
  readonly tests: DrawingTests;
}

export interface DrawingTests {
  memory(): Promise<{ geometries: number; textures: number }>;
  particlePoints(): Promise<string | undefined>;
  lose(): Promise<void>;
  restore(): Promise<void>;
}

/** A run, as what draws the page follows it. */
export interface DrawnRun {
  /** Unlike that of any other run of the page. */
  readonly number: number;
  /** The last finished state, for what the page asks of it. */
  readonly state: SeenState;
  /** What the colors of agents tell. */
  readonly colors: Colors;
  /** What steps the run; it waits until its first state was taken over. */
  stepBy(stepper: Stepper): void;
  /** A run of the threads has ended: the world stands still until this resolves. */
  onState(report: RunReport): void | Promise<void>;
  /** Of the world: what it is about lights up, and trails end. */
  onEvent(event: WorldEvent): void;
  /** What the colors of agents tell from now on; one that stands still is painted again. */
  colorBy(by: ColorBy): void;
  /** It is over. */
  dispose(): void;
}
