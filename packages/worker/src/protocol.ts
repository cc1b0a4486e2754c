/**
 * Everything that is said between the supervising thread and a worker thread. Both hosts speak it:
 * piscina carries it in Node, comlink in browsers. Once a segment runs nothing more is said; the
 * workers go from tick to tick through barriers in the shared memory.
 */
import type { FoundPath, PathQuery } from '@skein/core';
import type {
  HashTask,
  InnerWorld,
  MeasurePart,
  ParticleTask,
  PointTask,
  QueryPart,
  QueryTask,
  SharedMeasureTask,
  WorldHandle,
} from '@skein/core/supervise';
import type { PlannedFault } from './faults.ts';

/** What a worker receives when a segment starts, or a side task between two of them. */
export interface Part {
  /** Index of the worker in this segment, from 0. */
  readonly worker: number;
  /** Turns to spin at a barrier before the thread is parked. */
  readonly spins: number;
  /** The particles to evaluate, instead of stepping the world. */
  readonly particles?: ParticleTask;
  /** The paths to find, instead of stepping the world. */
  readonly paths?: readonly PathQuery[];
  /** What to measure, instead of stepping the world. */
  readonly measures?: SharedMeasureTask;
  /** The queries to answer, instead of stepping the world. */
  readonly queries?: QueryTask;
  /** The agents to pack as points, instead of stepping the world. */
  readonly points?: PointTask;
  /** What to do right behind the tick at which the run ends, without being asked again. */
  readonly behind?: Behind;
  /** A fault to act out, in tests only. */
  readonly fault?: PlannedFault;
}

/** What workers do behind the last tick of a run. */
export interface Behind {
  readonly endTick: number;
  readonly particles?: ParticleTask | undefined;
  readonly points?: PointTask | undefined;
  readonly hash?: HashTask | undefined;
}

/**
 * How a part ended: 'done' at the end of the segment, 'aborted' when the run was poisoned, or how long
 * what was done behind it took. Where the world then stands is read from shared memory, never from a
 * message. Paths, measures and answers to queries are sent as they are.
 */
export type Outcome =
  | 'done'
  | 'aborted'
  | BehindDone
  | readonly FoundPath[]
  | MeasurePart
  | QueryPart;

/** The segment is done, and so is what was wanted behind it; how long each took, ms. */
export interface BehindDone {
  readonly particlesMs: number;
  readonly pointsMs: number;
}

/** What a thread needs to make a memory of its own for a world; the state comes in a parcel. */
export interface CopyPlan
  extends Omit<WorldHandle, 'memory'>,
    Pick<InnerWorld, 'bytes' | 'kernel' | 'shared'> {}

/** What a worker thread answers to; the entry files of both hosts export exactly this. */
export interface ThreadApi {
  /**
   * Makes the thread's own views of the shared world and keeps them for all later parts. Its
   * answer is the sign that the thread is ready: its number in the books of its host, where it has one.
   */
  attach(handle: WorldHandle): number | undefined;
  /** Runs one worker's part of a segment, or of a side task; returns when that is over. */
  run(part: Part): Outcome;
}
