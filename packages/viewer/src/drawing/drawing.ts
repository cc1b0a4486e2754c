import type { WorldEvent } from '@skein/core';
import type { ColorBy, SeenState, Stepper } from '@skein/three/parts';
import type { RunReport, Team } from '@skein/worker';
import type { Colors, Frame, FrameReport } from './frame.ts';
import type { PainterEvents } from './painter.ts';

/** Events of the drawing. Each callback must work without this object as `this`. */
export interface DrawingEvents extends PainterEvents {
  /** A frame was drawn. */
  onDrawn(report: FrameReport): void;
  /** Drawing has failed and does not continue. */
  onFault(error: unknown): void;
}

/** The renderer of the page, on whichever thread. */
export interface Drawing {
  /** Whether a frame is being drawn, so that the next has to wait. */
  readonly busy: boolean;
  /** Begins to follow a run, which stands at its first state. */
  begin(team: Team): DrawnRun;
  /** Sets the run to draw, or none. */
  show(run: DrawnRun | undefined): void;
  /** Draws a frame, which `onDrawn` reports. Must not be called while `busy`. */
  draw(frame: Frame): void;
  /** Draws a frame and returns it as a PNG. */
  still(frame: Frame): Promise<Blob>;
  /** Only for tests: see Painter. */
  readonly tests: DrawingTests;
}

export interface DrawingTests {
  memory(): Promise<{ geometries: number; textures: number }>;
  particlePoints(): Promise<string | undefined>;
  lose(): Promise<void>;
  restore(): Promise<void>;
}

/** The renderer's copy of a run. */
export interface DrawnRun {
  /** The number of the run, unique on the page. */
  readonly number: number;
  /** The last finished state, for requests of the page. */
  readonly state: SeenState;
  /** What the colors of agents show. */
  readonly colors: Colors;
  /** Connects the stepper of the run. It waits until the first state has been copied. */
  stepBy(stepper: Stepper): void;
  /** Copies the new state. The world must not change until the result resolves. */
  onState(report: RunReport): void | Promise<void>;
  /** Shows an event of the world: lights up its object, and ends trails. */
  onEvent(event: WorldEvent): void;
  /** Sets what the colors of agents show. A paused run is repainted as well. */
  colorBy(by: ColorBy): void;
  /** Frees everything at the end of the run. */
  dispose(): void;
}
