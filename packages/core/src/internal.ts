/**
 * Functions that supervise threads, or read the internals of a world. They are for `@skein/worker` and for the tools of
 * this repository, and can change without notice.
 */

export { canHoldOptions, checkOptionNames, show, unknownCommand, unknownOption } from './errors.ts';
export { type Around, createAround, neighborsAroundInto } from './grid/around.ts';
export { cellOf } from './grid/cell.ts';
export { WIDER } from './grid/neighbor-runs.ts';
export { type Unit, unitsOf } from './laws/branches.ts';
export { guardedOf } from './laws/guard.ts';
export type { WorkedLaw } from './laws/law.ts';
export {
  type AimColumn,
  type DeclaredColumn,
  type DeclaredKinds,
  declaredKindsOf,
  kindOf,
  type NodeData,
  type OtherColumn,
  type SelfColumn,
  SPECIES_VALUES,
  type WorldValue,
} from './laws/node.ts';
export type { Kind, OperationName } from './laws/operations.ts';
export { aimsOf, ranksOf } from './laws/plane-plan.ts';
export { keyOf, operandsOf, type Pass, rankOf, scheduleOf } from './laws/schedule.ts';
export { agentRows, idOfRow } from './measure/agent-rows.ts';
export type { MeasurePart, SharedMeasureTask } from './measure/measure-in-turns.ts';
export { orNoMemory } from './no-memory.ts';
export { finishHash, hashAlone, hashText } from './phases/hash.ts';
export {
  checkParticleOptions,
  type Living,
  livingParticles,
  particleViews,
} from './phases/living-particles.ts';
export { evaluateParticles } from './phases/particles.ts';
export { answerOf } from './query/answer.ts';
export type { QueryPart } from './query/query-part.ts';
export { readQuery } from './query/read-query.ts';
export { columnsOf } from './scenario/grid-map.ts';
export { isLawType } from './scenario/law-type.ts';
export { speciesSlotOf } from './scenario/slots.ts';
export { BODIES } from './scenario/species-schema.ts';
export { MAX_CORNERS } from './shapes/polygon.ts';
export { checkStep } from './snapshot/check-step.ts';
export { applyDifference, snapshotDifference } from './snapshot/difference.ts';
export { keepMoment, type Moment } from './snapshot/moment.ts';
export { replayOf } from './snapshot/replay-of.ts';
export { worldAt } from './snapshot/world-at.ts';
export { attachWorld } from './tick/attach-world.ts';
export type { Fault } from './tick/fault.ts';
export { runMeasures } from './tick/measure-thread.ts';
export { type ParticleTask, runParticles } from './tick/particle-thread.ts';
export { runPaths } from './tick/path-thread.ts';
export { DECLARED } from './tick/phase-access.ts';
export { phasesOf } from './tick/phases-of.ts';
export { type Phase, type PhaseName, PIPELINE } from './tick/pipeline.ts';
export { type PointTask, runPoints } from './tick/point-thread.ts';
export { type QueryTask, runQueries } from './tick/query-thread.ts';
export { renewMemory } from './tick/renew-memory.ts';
export {
  endOfRun,
  endRunAt,
  interruptRun,
  isToEnd,
  poisonRun,
  prepareRun,
  type Run,
  recordTicks,
  runIsPoisoned,
  type Trace,
  traceOf,
  type WorkerProgress,
  workerProgress,
} from './tick/run.ts';
export { type HashTask, runThread, type ThreadOptions } from './tick/run-thread.ts';
export { checkTicks, checkWhole, tickSliced } from './tick/tick.ts';
export { sightOf, type WatchedWorld, type WorldSight, watchWorld } from './tick/watch-world.ts';
export { type WorkerTime, workerTime } from './tick/worker-time.ts';
export { columnPlanes } from './world/column-planes.ts';
export { isSpent } from './world/ids.ts';
export { RECORD, WORD } from './world/layout.ts';
export { canShare } from './world/memory.ts';
export { obstacleNames } from './world/obstacle-names.ts';
export { packWorld, parcelBytes, unpackWorld } from './world/parcel.ts';
export { checkQueries } from './world/path-queries.ts';
export type { BehaviorPlan, Plan, RolePlan } from './world/plan.ts';
export { innerOf } from './world/public-world.ts';
export { historyOf } from './world/ring.ts';
export { binsOf, TRACE_TICKS } from './world/sizes.ts';
export { rangeOf, sliceOf } from './world/slice.ts';
export type { World as InnerWorld } from './world/world.ts';
export { refresh, type SharedWorld, type WorldHandle } from './world/world.ts';

/** Loads the code that measures. Most pages never need it. */
export const loadMeasuring = () => import('./measure/measure-in-turns.ts');
export { isPlace } from './laws/law.ts';
export { depositPlane, isDepositPlane } from './laws/results.ts';
export { uniformValue } from './laws/uniform.ts';
export { cosine, sine } from './math/trigonometry.ts';
export { limitsOf } from './phases/motion-limits.ts';
export { settle } from './phases/settle.ts';
export { isStill } from './phases/step-fields.ts';
export { bandOf, sightWithin } from './steering/find-aim.ts';
export { isIdle, reachOfSet, uniformOf } from './steering/steer-law.ts';
export { checkFree } from './world/hold.ts';
export { indexOfTick } from './world/ring.ts';
export { scalarCells } from './world/scalar-plan.ts';
export { turnTo } from './world/world.ts';
