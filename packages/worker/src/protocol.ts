/**
 * All messages between the supervising thread and a worker thread. They are the same for both hosts: piscina carries
 * them in Node, comlink in browsers. During a segment there are no messages: the workers go from tick to tick through
 * barriers in shared memory.
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

/** What a worker receives at the start of a segment, or for a side task between two segments. */
export interface Part {
  /** Index of the worker in this segment, from 0. */
  readonly worker: number;
  /** Number of checks at a barrier before the thread sleeps. */
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
  /** Tasks to do right after the last tick of the run, without another message. */
  readonly behind?: Behind;
  /** A fault to act out, in tests only. */
  readonly fault?: PlannedFault;
}

/** Tasks that workers do after the last tick of a run. */
export interface Behind {
  readonly endTick: number;
  readonly particles?: ParticleTask | undefined;
  readonly points?: PointTask | undefined;
  readonly hash?: HashTask | undefined;
}

/**
 * How a part ended: 'done' at the end of the segment, 'aborted' if the run was poisoned, or the durations of the tasks
 * after it. The tick of the world is always read from shared memory, not from a message. Paths, measures and answers to
 * queries are sent as they are.
 */
export type Outcome =
  | 'done'
  | 'aborted'
  | BehindDone
  | readonly FoundPath[]
  | MeasurePart
  | QueryPart;

/** The segment and the tasks after it are done. Durations in ms. */
export interface BehindDone {
  readonly particlesMs: number;
  readonly pointsMs: number;
}

/** What a thread needs in order to create its own memory for a world. The state comes in a parcel. */
export interface CopyPlan
  extends Omit<WorldHandle, 'memory'>,
    Pick<InnerWorld, 'bytes' | 'kernel' | 'shared'> {}

/** The functions of a worker thread. The entry files of both hosts export exactly these. */
export interface ThreadApi {
  /**
   * Creates the thread's own views of the shared world, and keeps them for all later parts. The answer shows that the
   * thread is ready. It is the number that the host has for the thread, if any.
   */
  attach(handle: WorldHandle): number | undefined;
  /** Runs one worker's part of a segment or of a side task, and returns when it is done. */
  run(part: Part): Outcome;
}
