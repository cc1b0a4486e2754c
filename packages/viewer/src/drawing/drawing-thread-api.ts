import type { WorldEvent } from '@skein/core';
import type { WorldSight } from '@skein/core/supervise';
import type { AgentRoom, ColorBy, EvaluatedParticles } from '@skein/three/parts';
import type { Frame, FrameReport } from './frame.ts';
import type { PainterHost } from './painter.ts';

/** A run in the form in which it is posted to the drawing thread. */
export interface PostedRun {
  readonly sight: WorldSight;
  /** The memory for the packed points of its agents; undefined when it has few agents. */
  readonly room: AgentRoom | undefined;
}

/** The requests of the drawing thread to the page. */
export interface ThreadHost extends Omit<PainterHost, 'address' | 'lendCanvas'> {
  lendCanvas(): OffscreenCanvas;
  /**
   * Asks the threads of a run to evaluate particles for the next picture. `shown` is the tick of the last picture, with
   * its fraction.
   */
  askParticles(run: number, shown: number): void;
  /** Cancels the evaluation: its results for a run will not be drawn. */
  forgetParticles(run: number): void;
}

/** The calls that the drawing thread accepts; comlink delivers them in order. */
export interface DrawingThreadApi {
  open(canvas: OffscreenCanvas, address: string, host: ThreadHost): void;
  begin(run: number, posted: PostedRun): void;
  /** The world of a run has moved to other memory. */
  move(run: number, handle: WorldSight['handle']): void;
  copy(run: number, packed: boolean): void;
  colorBy(run: number, by: ColorBy): void;
  event(run: number, event: WorldEvent): void;
  /** Delivers evaluated particles of a run; `ms` is the time that the evaluation took. */
  particles(run: number, views: EvaluatedParticles, ms: number): void;
  show(run: number | undefined): void;
  end(run: number): void;
  draw(frame: Frame): FrameReport;
  still(frame: Frame): Promise<Blob>;
  memory(): { geometries: number; textures: number };
  particlePoints(): string | undefined;
  lose(): void;
  restore(): void;
}
