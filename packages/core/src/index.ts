/**
 * Worlds of steering agents: create them from scenarios, step them, send them commands, query them, save them and
 * replay them.
 *
 * Other entry points are `/laws` for your own laws, `/path` for paths over maps, and `/describe` for tools that
 * describe scenarios, measures and parameters. `/read` is for renderers. `/thread` and `/internal` are for teams of threads.
 */

export {
  CommandError,
  MeasureError,
  type Problem,
  QueryError,
  ScenarioError,
  SkeinError,
  SnapshotError,
  TeamError,
  WorldError,
} from './errors.ts';
export { type Insight, inspect } from './insight/inspect.ts';
export { weightMap } from './insight/weight-map.ts';
export { createWorld } from './make-world.ts';
export { csvHeader, csvRows } from './measure/csv.ts';
export { measure } from './measure/measure-world.ts';
export { orderParameters } from './measure/order-parameters.ts';
export { PathError } from './path/path-error.ts';
export { stateHash } from './phases/hash.ts';
export type { ParticleOptions, ParticleViews } from './phases/living-particles.ts';
export { particles } from './phases/particles.ts';
export { query } from './query/query-world.ts';
export { HIT, NO_AGENT, type QueryAnswer, type QueryRequest } from './query/request.ts';
export { restore } from './restore.ts';
export { parseScenario, parseScenarioText } from './scenario/parse.ts';
export type { ScenarioInput } from './scenario/scenario-input.ts';
export type { Command, CommandInput, Scenario, Species } from './scenario/schema.ts';
export { compareWorlds } from './snapshot/compare-worlds.ts';
export { load } from './snapshot/load.ts';
export { recordReplay } from './snapshot/record-replay.ts';
export { type Replay, readReplay } from './snapshot/replay.ts';
export { snapshot, trimLog } from './snapshot/snapshot.ts';
export { type Verification, verifyReplay } from './snapshot/verify-replay.ts';
export type { WorldDifference } from './snapshot/world-difference.ts';
export { kernels } from './tick/choose-kernel.ts';
export { type CreateOptions, memoryBytes } from './tick/create-world.ts';
export { type RewindOptions, rewind } from './tick/rewind.ts';
export { tick } from './tick/tick.ts';
export { command } from './world/commands.ts';
export { takeEvents } from './world/event-ring.ts';
export type { WorldEvent } from './world/events.ts';
export { findPaths } from './world/find-paths.ts';
export { heightAt, heightsUnder } from './world/heights.ts';
export { listObstacles } from './world/list-obstacles.ts';
export type { FoundPath, PathQuery } from './world/path-queries.ts';
export type { KernelName } from './world/plan.ts';
export type { World } from './world/public-world.ts';
export { slotOf } from './world/slot-of.ts';
export { STATUS } from './world/status.ts';
export type { Views } from './world/world.ts';
