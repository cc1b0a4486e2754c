import type { WorldEvent } from '@skein/core';
import type { WorldSight } from '@skein/core/internal';
import type { AgentBuffers, ColorBy, EvaluatedParticles } from '@skein/three/parts';
import type { Frame, FrameReport } from './frame.ts';
import type { PainterHost } from './painter.ts';

/** What the page posts to the drawing thread about a run. */
export interface PostedRun {
  readonly sight: WorldSight;
  /** The shared memory for the packed points of the run's agents; undefined when the run has few agents. */
  readonly buffers: AgentBuffers | undefined;
}

/** The calls that the drawing thread makes to the page. */
export interface ThreadHost extends Omit<PainterHost, 'address' | 'lendCanvas'> {
  lendCanvas(): OffscreenCanvas;
  /**
   * Asks the threads of a run to evaluate particles for the next picture. `shown` is the moment of the last picture: a
   * tick plus a fraction.
   */
  askParticles(run: number, shown: number): void;
  /** Cancels the evaluation of particles for a run. The results of that evaluation will not be drawn. */
  forgetParticles(run: number): void;
}

/** The calls that the page makes to the drawing thread. comlink delivers them in order. */
export interface DrawingThreadApi {
  open(canvas: OffscreenCanvas, address: string, host: ThreadHost): void;
  begin(run: number, posted: PostedRun): void;
  /** Called when the world of a run has moved to another memory. */
  move(run: number, handle: WorldSight['handle']): void;
  copy(run: number, packed: boolean): void;
  colorBy(run: number, by: ColorBy): void;
  event(run: number, event: WorldEvent): void;
  /** Delivers the evaluated particles of a run. `ms` is the time that the evaluation took. */
  particles(run: number, views: EvaluatedParticles, ms: number): void;
  show(run: number | undefined): void;
  end(run: number): void;
  draw(frame: Frame): FrameReport;
  still(frame: Frame): Promise<Blob>;
  small(frame: Frame, width: number, height: number): Promise<ImageBitmap>;
  memory(): { geometries: number; textures: number };
  particlePoints(): string | undefined;
  lose(): void;
  restore(): void;
}
