import {
  attachWorld,
  runMeasures,
  runParticles,
  runPaths,
  runPoints,
  runQueries,
  type SharedWorld,
  sleepAt,
  threadSteps,
  type WorldHandle,
} from '@skein/core/thread';
import { runBehind } from './behind.ts';
import { actOut } from './faults.ts';
import type { Outcome, Part, ThreadApi } from './protocol.ts';

/** What a thread needs from its host. */
export interface ThreadHost {
  /** Ends the thread silently. Only injected faults call it. */
  exit(): never;
  /** The time since a fixed moment, in ms. */
  now(): number;
  /** The id that the host gives this thread, if any. */
  ownNumber(): number | undefined;
}

export interface Thread extends ThreadApi {
  /** Works like `attach`, but returns the views of the world. */
  attachWorld(handle: WorldHandle): SharedWorld;
  /**
   * Works like `run`, but as a generator. The generator yields when the thread has to sleep; see `threadSteps`.
   *
   * @param pauses whether the generator also yields before each phase. Default: false
   */
  steps(part: Part, pauses?: boolean): Generator<number, Outcome>;
}

/**
 * Creates the functions that a worker runs. They are the same in Node and in browsers. A thread attaches the memory of
 * a world once, and not again for every task, because it takes long to create the views of a large memory.
 */
export function createThread({ exit, now, ownNumber }: ThreadHost): Thread {
  let world: SharedWorld | undefined;

  function attachOwn(handle: WorldHandle): SharedWorld {
    world = attachWorld(handle);
    return world;
  }

  function attach(handle: WorldHandle): number | undefined {
    attachOwn(handle);
    return ownNumber();
  }

  function attached(): SharedWorld {
    if (world === undefined) throw new Error('a task came before the world was attached');
    return world;
  }

  function* steps(part: Part, pauses = false): Generator<number, Outcome> {
    const { worker, spins, particles, paths, measures, queries, points, behind, fault } = part;
    const world = attached();
    const inject = fault && actOut(fault, world, exit);
    if (particles !== undefined) {
      runParticles(world, particles, worker, inject);
      return 'done';
    }
    if (paths !== undefined) return runPaths(world, paths, worker, inject);
    if (measures !== undefined) return runMeasures(world, measures, worker, inject);
    if (queries !== undefined) return runQueries(world, queries, worker, inject);
    if (points !== undefined) {
      runPoints(world, points, worker, inject);
      return 'done';
    }
    const outcome = yield* threadSteps(world, { worker, spins, now, inject }, pauses);
    return behind === undefined ? outcome : runBehind(world, outcome, behind, worker, now, inject);
  }

  function run(part: Part): Outcome {
    const { word } = attached().control;
    const all = steps(part);
    for (;;) {
      const { done, value } = all.next();
      if (done) return value;
      sleepAt(word, value);
    }
  }

  return { attach, attachWorld: attachOwn, steps, run };
}
