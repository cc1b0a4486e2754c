export { ENGINE } from '../engine.ts';
export { type ArguedPlan, type PlanArguments, withArguments } from './arguments.ts';
export type { GivenPlace } from './given-place.ts';
export type { Path } from './place.ts';
export {
  countRuns,
  hashOf,
  isInShard,
  type Plan,
  type PlanParameter,
  planHash,
  planJson,
  rawWith,
  runAt,
  type Shard,
} from './plan.ts';
export { PlanError } from './plan-error.ts';
export { DEFAULT_EVERY, planJsonSchema } from './plan-schema.ts';
export { MAX_PLAN_BYTES, readPlanText } from './plan-text.ts';
export { type PlanSources, readPlan } from './read-plan.ts';
export type { Sample } from './sample.ts';
export { countSeeds, type Seeds, seedsText } from './seeds.ts';
export { isInterval, MAX_RUNS, type Range, rangeText, type Values } from './values.ts';
