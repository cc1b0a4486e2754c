export * from './errors.ts';
export { type Around, createAround, neighborsAroundInto } from './grid/around.ts';
export { cellOf } from './grid/cell.ts';
export type { AllowedVelocities, OrcaInsight } from './insight/choice.ts';
export type { BehaviorForce } from './insight/forces.ts';
export { type Insight, inspect } from './insight/inspect.ts';
export type { InspectedNeighbor } from './insight/neighbors.ts';
export type { Way } from './insight/ways.ts';
export { type WeightMap, weightMap } from './insight/weight-map.ts';
export { AGENT_COLUMNS, type AgentColumn } from './measure/agent-columns.ts';
export { CSV_HEADER, csvHeader, csvRows } from './measure/csv.ts';
export { f32Number, f32Text } from './measure/f32-text.ts';
export {
  type Component,
  MEASURES,
  type Measure,
  type MeasureDescription,
  type MeasureKind,
} from './measure/measure.ts';
export {
  type MeasurePart,
  measureInTurns,
  type SharedMeasureTask,
} from './measure/measure-in-turns.ts';
export { measure } from './measure/measure-world.ts';
export { type OrderParameters, orderParameters } from './measure/order-parameters.ts';
export { measuresOf, readMeasures } from './measure/read-measures.ts';
export { ESTIMATED_FOR, estimateTime, type TimeEstimate } from './measure/time-estimate.ts';
export { findOrbits, hasTurningCircles } from './measure/turning-circles.ts';
export { orNoMemory } from './no-memory.ts';
export { type FlowField, flowField, NO_MOVE } from './path/flow-field.ts';
export { lineOfSight, straightCost } from './path/line-of-sight.ts';
export {
  createMap,
  DEFAULT_LEGEND,
  type GridMap,
  isOpen,
  type Legend,
  mapFromRows,
} from './path/map.ts';
export { MapError } from './path/map-error.ts';
export { parseMapText } from './path/map-text.ts';
export { meshFromNavcat, type NavcatFloor, type NavcatMesh } from './path/mesh/from-navcat.ts';
export {
  MOST_MAP_CHARACTERS,
  MOVING_AI_LEGEND,
  type MovingAiQuery,
  parseMovingAiMap,
  parseMovingAiScenario,
} from './path/moving-ai.ts';
export { MOST_CELLS, MOVE_X, MOVE_Y, type Neighbors } from './path/octile.ts';
export { PathError } from './path/path-error.ts';
export { type Path, PathFinder, type PathFinderOptions } from './path/path-finder.ts';
export type { Slope } from './path/slope.ts';
export { smoothPath } from './path/smooth.ts';
export { hashText, stateHash } from './phases/hash.ts';
export {
  type Births,
  birthsSince,
  checkParticleOptions,
  evaluateParticles,
  type Living,
  livingParticles,
  type ParticleOptions,
  type ParticleViews,
  particles,
  particleViews,
} from './phases/particles.ts';
export type { QueryPart } from './query/query-part.ts';
export { answerOf, query } from './query/query-world.ts';
export { readQuery } from './query/read-query.ts';
export {
  type BoxAnswer,
  type BoxRequest,
  type CastAnswer,
  type ConeRequest,
  type DistanceAnswer,
  HIT,
  type Hittable,
  type NearestAnswer,
  type NearestRequest,
  NO_AGENT,
  type Query,
  type QueryAnswer,
  type QueryRequest,
  type QueryType,
  type RadiusRequest,
  type RayRequest,
  type SweepRequest,
} from './query/request.ts';
export { behaviorLabel } from './scenario/behavior-types.ts';
export { changeScenario } from './scenario/change-scenario.ts';
export {
  type ChangeSign,
  changeText,
  type ParameterChange,
  parameterName,
  readChange,
} from './scenario/change-text.ts';
export {
  type BehaviorDescription,
  type ColumnDescription,
  describeBehaviors,
  type Setting,
} from './scenario/describe.ts';
export { meantBy } from './scenario/known-keys.ts';
export { isLawType, type LawType, lawOf, lawTypeOf } from './scenario/law-type.ts';
export {
  jsonPath,
  MAX_SCENARIO_BYTES,
  type ParseOptions,
  parseScenario,
  parseScenarioText,
} from './scenario/parse.ts';
export { behaviorParametersOf } from './scenario/scenario-laws.ts';
export {
  BEHAVIOR_PARAMETERS,
  BEHAVIOR_TYPES,
  type Behavior,
  type BehaviorType,
  type Bounds,
  type Command,
  type CommandInput,
  type HeightsInput,
  type Launcher,
  LIMITS,
  MAX_TICK,
  type MapInput,
  type MeshInput,
  type Obstacle,
  type Parameter,
  type Scenario,
  SPECIES_PARAMETERS,
  type Species,
  scenarioJsonSchema,
  type Target,
} from './scenario/schema.ts';
export { MAX_WORKERS } from './schema/limits.ts';
export { checkStep } from './snapshot/check-step.ts';
export {
  type Kind as SavedKind,
  SAVED_HEAD_BYTES,
  savedKind,
  savedLength,
} from './snapshot/container.ts';
export { worldDigest } from './snapshot/digest.ts';
export {
  type RecordOptions,
  type ReplayRecorder,
  recordReplay,
} from './snapshot/record-replay.ts';
export { type Keyframe, type Replay, type ReplayHash, readReplay } from './snapshot/replay.ts';
export { type RestoreOptions, restore, snapshot } from './snapshot/snapshot.ts';
export type { StateDifference } from './snapshot/state-difference.ts';
export {
  type Divergence,
  type ReplayStep,
  type Verification,
  type VerifyOptions,
  verifyReplay,
} from './snapshot/verify-replay.ts';
export { attachWorld } from './tick/attach-world.ts';
export { kernels } from './tick/choose-kernel.ts';
export {
  type CreateOptions,
  createWorld,
  memoryBytes,
  type WorldOptions,
} from './tick/create-world.ts';
export type { Fault } from './tick/fault.ts';
export { runMeasures } from './tick/measure-thread.ts';
export { type ParticleTask, runParticles } from './tick/particle-thread.ts';
export { runPaths } from './tick/path-thread.ts';
export { phasesOf } from './tick/phases-of.ts';
export { type Phase, type PhaseName, PIPELINE } from './tick/pipeline.ts';
export { type QueryTask, runQueries } from './tick/query-thread.ts';
export { renewMemory } from './tick/renew-memory.ts';
export {
  interruptRun,
  poisonRun,
  prepareRun,
  type Run,
  runIsPoisoned,
  runThread,
  type ThreadOptions,
  type Trace,
  traceOf,
  type WorkerProgress,
  workerProgress,
} from './tick/thread.ts';
export { tick, tickSliced } from './tick/tick.ts';
export { type WorkerTime, workerTime } from './tick/worker-time.ts';
export { command } from './world/commands.ts';
export { takeEvents } from './world/event-ring.ts';
export type { WorldEvent } from './world/events.ts';
export { checkQueries, type FoundPath, findPaths, type PathQuery } from './world/find-paths.ts';
export { heightAt, heightsUnder } from './world/heights.ts';
export { listObstacles, type StandingObstacle } from './world/list-obstacles.ts';
export { canShare } from './world/memory.ts';
export type { KernelName } from './world/plan.ts';
export { TRACE_TICKS } from './world/sizes.ts';
export { rangeOf, sliceOf } from './world/slice.ts';
export { slotOf } from './world/slot-of.ts';
export { STATUS } from './world/status.ts';
export {
  refresh,
  type SharedWorld,
  type Views,
  type World,
  type WorldHandle,
} from './world/world.ts';
