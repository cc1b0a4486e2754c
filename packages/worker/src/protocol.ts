/**
 * All messages between the supervising thread and a worker thread. The messages are the same in Node and in browsers.
 * In Node, piscina carries them. In browsers, comlink carries them. During a segment there are no messages: the workers
 * go from tick to tick through barriers in shared memory.
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
} from '@skein/core/internal';
import type { PlannedFault } from './faults.ts';

/** The task of one worker for a segment, or for a side task between two segments. */
export interface Part {
  /** The index of the worker in this segment, from 0. */
  readonly worker: number;
  /** The number of times that the thread checks a barrier before it sleeps. */
  readonly spins: number;
  /** The particles to evaluate. If given, the worker evaluates them instead of stepping the world. */
  readonly particles?: ParticleTask;
  /** The paths to find. If given, the worker finds them instead of stepping the world. */
  readonly paths?: readonly PathQuery[];
  /** What to measure. If given, the worker measures instead of stepping the world. */
  readonly measures?: SharedMeasureTask;
  /** The queries to answer. If given, the worker answers them instead of stepping the world. */
  readonly queries?: QueryTask;
  /** A task to pack agents as points. If given, the worker does this task instead of stepping the world. */
  readonly points?: PointTask;
  /** Tasks to do immediately after the last tick of the run, without another message. */
  readonly behind?: Behind;
  /** A fault to carry out, in tests only. */
  readonly fault?: PlannedFault;
}

/** The message of the error that a thread with the plain script throws where it would need the whole script. */
export const LACKING = 'The plain script of a thread lacks this code.';

/** Tasks that workers do after the last tick of a run. */
export interface Behind {
  readonly endTick: number;
  readonly particles?: ParticleTask | undefined;
  readonly points?: PointTask | undefined;
  readonly hash?: HashTask | undefined;
}

/**
 * The result of a part. The result of a segment is 'done' at the end of the segment, or 'aborted' if the run was
 * poisoned. If tasks followed the segment, the result is the durations of the tasks. The result of a side task is its
 * paths, measures or answers. The tick of the world is always read from shared memory, not from a message.
 */
export type Outcome =
  | 'done'
  | 'aborted'
  | BehindDone
  | readonly FoundPath[]
  | MeasurePart
  | QueryPart;

/**
 * The outcome of a segment, if the worker also did tasks after the segment (see `Behind`). It holds the time to
 * evaluate particles, and the time to pack points, in ms.
 */
export interface BehindDone {
  readonly particlesMs: number;
  readonly pointsMs: number;
}

/** What a thread needs to create its own memory for a world. The state of the world follows in a parcel. */
export interface CopyPlan
  extends Omit<WorldHandle, 'memory'>,
    Pick<InnerWorld, 'bytes' | 'kernel' | 'shared'> {}

/**
 * The functions that a supervisor calls in a worker thread. The entry file of the thread provides these functions, in
 * Node and in browsers.
 */
export interface ThreadApi {
  /**
   * Creates the thread's views of the shared world, and keeps the views for all later parts. Returns the id that the
   * host gives the thread, if any. When the function returns, the thread is ready.
   */
  attach(handle: WorldHandle): number | undefined;
  /** Runs the part of one worker in a segment or in a side task. Returns when the part is done. */
  run(part: Part): Outcome;
}
