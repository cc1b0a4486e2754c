import type { WorldEvent } from '@skein/core';
import type { ColorBy, SeenState, Stepper } from '@skein/three/parts';
import type { RunReport, Team } from '@skein/worker';
import type { Colors, Frame, FrameReport } from './frame.ts';
import type { PainterEvents } from './painter.ts';

/** Callbacks for events of the drawing. They must not use `this`, because it may be another object. */
export interface DrawingEvents extends PainterEvents {
  /** Called when a frame was drawn. */
  onDrawn(report: FrameReport): void;
  /** Called when drawing has failed. Nothing more is drawn after that. */
  onFault(error: unknown): void;
}

/** Draws the pictures of the page, on the page's own thread or on another one. */
export interface Drawing {
  /** Whether a frame is being drawn. If so, the next frame has to wait. */
  readonly busy: boolean;
  /** Prepares to draw the run of a team. The run must be at its first state. */
  begin(team: Team): DrawnRun;
  /** Sets the run to draw; undefined to draw no run. */
  show(run: DrawnRun | undefined): void;
  /** Draws a frame. When the frame is finished, `onDrawn` is called. Do not call this while `busy` is true. */
  draw(frame: Frame): void;
  /** Draws a frame and returns it as a PNG. */
  still(frame: Frame): Promise<Blob>;
  /** Draws a frame and returns the middle of it as a picture of this size, in pixels. */
  small(frame: Frame, width: number, height: number): Promise<ImageBitmap>;
  /** Access to the painter, only for tests. */
  readonly tests: DrawingTests;
}

export interface DrawingTests {
  memory(): Promise<{ geometries: number; textures: number }>;
  particlePoints(): Promise<string | undefined>;
  lose(): Promise<void>;
  restore(): Promise<void>;
}

/** A run as the renderer sees it: its copied states and its colors. */
export interface DrawnRun {
  /** The number of the run, unique on the page. */
  readonly number: number;
  /** A copy of the last finished state. The page itself can read this copy. */
  readonly state: SeenState;
  /** What the colors of agents show. */
  readonly colors: Colors;
  /** Connects the stepper of the run. The stepper starts no ticks until the first state has been copied. */
  stepBy(stepper: Stepper): void;
  /**
   * Copies the new state, unless it is kept on the graphics card and drawn from there. If this method returns a promise,
   * the world must not change before the promise resolves.
   */
  onState(report: Pick<RunReport, 'points'>): void | Promise<void>;
  /** Whether the picture is drawn from the graphics card, and needs no copy of the next state. */
  readonly needsNoCopy: boolean;
  /**
   * Shows an event of the world. A hit lights up the target, and a shot lights up the launcher. If an event other than
   * `orbit` has the `id` of an agent, the trail of this agent ends.
   */
  onEvent(event: WorldEvent): void;
  /** Sets what the colors of agents show. Also changes the picture of a paused run. */
  colorBy(by: ColorBy): void;
  /** Frees all resources at the end of the run. */
  dispose(): void;
}
