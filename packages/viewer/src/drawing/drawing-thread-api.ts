import type { WorldEvent } from '@skein/core';
import type { WorldSight } from '@skein/core/supervise';
import type { AgentRoom, ColorBy, EvaluatedParticles } from '@skein/three/parts';
import type { Frame, FrameReport } from './frame.ts';
import type { PainterHost } from './painter.ts';

/** A run, as it is posted to the thread that draws it. */
export interface PostedRun {
  readonly sight: WorldSight;
  /** Where the points of its agents are; undefined where few are drawn. */
  readonly room: AgentRoom | undefined;
}

/** What the thread that draws asks of the page. */
export interface ThreadHost extends Omit<PainterHost, 'address' | 'lendCanvas'> {
  lendCanvas(): OffscreenCanvas;
  /** Has the threads of a run evaluate particles for the picture after the one that stood at this tick and share of one. */
  askParticles(run: number, shown: number): void;
  /** What they evaluate for a run is not drawn. */
  forgetParticles(run: number): void;
}

/** What the thread that draws answers to; comlink carries the calls, in their order. */
export interface DrawingThreadApi {
  open(canvas: OffscreenCanvas, address: string, host: ThreadHost): void;
  begin(run: number, posted: PostedRun): void;
  /** The world of a run has moved to another memory. */
  move(run: number, handle: WorldSight['handle']): void;
  copy(run: number, packed: boolean): void;
  colorBy(run: number, by: ColorBy): void;
  event(run: number, event: WorldEvent): void;
  /** Particles of a run were evaluated, in so many ms. */
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
