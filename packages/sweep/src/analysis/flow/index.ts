/** Flows, densities and passing times of agents, from tables of their trajectories. */
export {
  AreaFlow,
  type AreaOptions,
  type AreaResult,
  DEFAULT_CUTOFF,
  type DiagramPoint,
} from './area-flow.ts';
export { FlowError, type FlowErrorCode } from './flow-error.ts';
export {
  type Crossing,
  type CrossingCount,
  type Line,
  LineCrossings,
  type LineFlow,
  type PassTimes,
} from './line-crossings.ts';
export { Trajectory, type TrajectoryOptions, type TrajectorySample } from './trajectory.ts';
