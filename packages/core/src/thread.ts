/** The part of core that a thread of a team needs. It does not load the schema. */

export type { MeasurePart, SharedMeasureTask } from './measure/measure-in-turns.ts';
export { attachWorld } from './tick/attach-world.ts';
export { sleepAt } from './tick/barrier.ts';
export type { Fault } from './tick/fault.ts';
export { runMeasures } from './tick/measure-thread.ts';
export { type ParticleTask, runParticles } from './tick/particle-thread.ts';
export { runPaths } from './tick/path-thread.ts';
export { type PointTask, runPoints } from './tick/point-thread.ts';
export { runQueries } from './tick/query-thread.ts';
export { interruptRun } from './tick/run.ts';
export { type HashTask, PAUSE, runHash, runThread, threadSteps } from './tick/run-thread.ts';
export { allocate } from './world/memory.ts';
export { packWorld, unpackWorld } from './world/parcel.ts';
export type { KernelName, Plan } from './world/plan.ts';
export type { SharedWorld, WorldHandle } from './world/world.ts';
