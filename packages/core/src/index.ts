export * from './errors.ts';
export { type OrderParameters, orderParameters } from './measure/order-parameters.ts';
export { hashText, stateHash } from './phases/hash.ts';
export {
  evaluateParticles,
  type Living,
  livingParticles,
  type ParticleOptions,
  type ParticleViews,
  particles,
  particleViews,
} from './phases/particles.ts';
export {
  type BehaviorDescription,
  describeBehaviors,
  type Setting,
} from './scenario/describe.ts';
export {
  jsonPath,
  MAX_SCENARIO_BYTES,
  parseScenario,
  parseScenarioText,
} from './scenario/parse.ts';
export {
  BEHAVIOR_PARAMETERS,
  BEHAVIOR_TYPES,
  type Behavior,
  type BehaviorType,
  type Bounds,
  type Command,
  type CommandInput,
  type Launcher,
  LIMITS,
  MAX_TICK,
  type Obstacle,
  type Parameter,
  type Scenario,
  SPECIES_PARAMETERS,
  type Species,
  scenarioJsonSchema,
  type Target,
} from './scenario/schema.ts';
export { attachWorld } from './tick/attach-world.ts';
export { createWorld, memoryBytes, type WorldOptions } from './tick/create-world.ts';
export { kernels } from './tick/kernels.ts';
export { type ParticlePart, runParticles } from './tick/particle-thread.ts';
export { type Phase, type PhaseName, PIPELINE } from './tick/pipeline.ts';
export {
  type Fault,
  interruptRun,
  poisonRun,
  prepareRun,
  type Run,
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
export { canShare } from './world/memory.ts';
export { type KernelName, TRACE_TICKS } from './world/plan.ts';
export { STATUS } from './world/status.ts';
export {
  MAX_WORKERS,
  type SharedWorld,
  type Views,
  type World,
  type WorldHandle,
} from './world/world.ts';
