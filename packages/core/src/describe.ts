/**
 * Describes scenarios, behaviors, parameters, measures and files as data, for command lines, panels, editors and
 * documentation.
 */

export {
  ParameterError,
  type QueryErrorCode,
  type ScenarioErrorCode,
  type SnapshotErrorCode,
  type TeamErrorCode,
} from './errors.ts';
export type { AllowedVelocities, OrcaInsight } from './insight/choice.ts';
export type { BehaviorForce } from './insight/forces.ts';
export type { InspectedNeighbor } from './insight/inspect-neighbors.ts';
export type { Way } from './insight/ways.ts';
export type { WeightMap } from './insight/weight-map.ts';
export { findExcess, findTwinKey, type JsonExcess, type JsonLimits } from './json-text.ts';
export { randomInto, unit } from './math/random.ts';
export { AGENT_COLUMNS, type AgentColumn } from './measure/agent-columns.ts';
export { CSV_HEADER } from './measure/csv.ts';
export { f32Number, f32Text } from './measure/f32-text.ts';
export {
  ARGUMENTS,
  type ArgumentKind,
  type Component,
  MEASURES,
  type Measure,
  type MeasureDescription,
  type MeasureKind,
} from './measure/measure.ts';
export type { OrderParameters } from './measure/order-parameters.ts';
export { measuresOf, readMeasures } from './measure/read-measures.ts';
export { findUnsteady } from './measure/steadiness.ts';
export { ESTIMATED_FOR, estimateTime, type TimeEstimate } from './measure/time-estimate.ts';
export { findOrbits, hasTurningCircles } from './measure/turning-circles.ts';
export type {
  BoxAnswer,
  BoxRequest,
  CastAnswer,
  ConeRequest,
  DistanceAnswer,
  Hittable,
  NearestAnswer,
  NearestRequest,
  Query,
  QueryType,
  RadiusRequest,
  RayRequest,
  SweepRequest,
} from './query/request.ts';
export { behaviorLabel } from './scenario/behavior-types.ts';
export { changeScenario, findPlace, type Place } from './scenario/change-scenario.ts';
export {
  type ChangeSign,
  changeText,
  type ParameterChange,
  parameterName,
  readChange,
} from './scenario/change-text.ts';
export {
  BEHAVIOR_PARAMETERS,
  type BehaviorDescription,
  behaviorParametersOf,
  type ColumnDescription,
  describeBehaviors,
  type Parameter,
  type Setting,
  SPECIES_PARAMETERS,
} from './scenario/describe.ts';
export { guessText, meantBy } from './scenario/known-keys.ts';
export { isLawType, type LawType, lawOf, lawTypeOf } from './scenario/law-type.ts';
export { jsonPath, MAX_SCENARIO_BYTES, type ParseOptions, problemsOf } from './scenario/parse.ts';
export { scenarioJsonSchema } from './scenario/scenario-json-schema.ts';
export {
  BEHAVIOR_TYPES,
  type Behavior,
  type BehaviorType,
  type Bounds,
  type Display,
  type DisplayColor,
  type DisplayControl,
  type DisplayPlot,
  type HeightsInput,
  type Launcher,
  LIMITS,
  MAX_TICK,
  type MapInput,
  type MeshInput,
  type Obstacle,
  type Target,
} from './scenario/schema.ts';
export { MAX_WORKERS } from './schema/limits.ts';
export type { ComparedWorld } from './snapshot/compare-worlds.ts';
export {
  type Kind as SavedKind,
  SAVED_HEAD_BYTES,
  savedKind,
  savedLength,
} from './snapshot/container.ts';
export type { RecordOptions, ReplayRecorder } from './snapshot/record-replay.ts';
export type { Keyframe, ReplayHash } from './snapshot/replay.ts';
export type { RestoreOptions, SnapshotOptions } from './snapshot/snapshot.ts';
export type { StateDifference } from './snapshot/state-difference.ts';
export type { Divergence, ReplayStep, VerifyOptions } from './snapshot/verify-replay.ts';
export type {
  DifferentCommand,
  DifferentEvent,
  DifferentHash,
  DifferentParticle,
  DifferentScenario,
  DifferentState,
  DifferentTicks,
  KnownTicks,
} from './snapshot/world-difference.ts';
export type { WorldOptions } from './tick/create-world.ts';
export { type LayerPlan, planLayers } from './world/layers.ts';
export type { StandingObstacle } from './world/list-obstacles.ts';
