import {
  type MeasurePart,
  measurePart,
  type SharedMeasureTask,
} from '../measure/measure-in-turns.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Fault } from './fault.ts';
import { beginSideTask } from './side-task.ts';

/** Computes one worker's part of the measures of a team. Never call it while a run steps the world. */
export function runMeasures(
  world: SharedWorld,
  task: SharedMeasureTask,
  worker: number,
  inject?: Fault,
): MeasurePart {
  beginSideTask(world, 'measures', worker, inject);
  return measurePart(world, task, worker);
}
