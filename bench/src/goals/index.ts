import { birthGoal } from './births.ts';
import { boidsGoals } from './boids.ts';
import { commandGoal } from './commands.ts';
import { coordinationGoal } from './coordination.ts';
import { crowdGoals, detourGoals } from './crowds.ts';
import { farObstacleGoal } from './far-obstacles.ts';
import { firstRouteGoals } from './first-routes.ts';
import type { Measurement } from './goal.ts';
import { growthGoal, steadyGrowthGoal } from './growth.ts';
import { huntGoals } from './hunts.ts';
import { neighborhoodGoals } from './neighborhoods.ts';
import { particlesGoal } from './particles.ts';
import { pathGoal } from './path.ts';
import { queryGoal } from './queries.ts';
import { shapeGoals } from './shapes.ts';
import { windGoal } from './wind.ts';
import { yukaGoal } from './yuka.ts';

/** The performance goals of Skein, in the order of the table. To add a goal, add its measurement here. */
export const GOALS: readonly Measurement[] = [
  boidsGoals,
  yukaGoal,
  coordinationGoal,
  growthGoal,
  particlesGoal,
  pathGoal,
  detourGoals,
  crowdGoals,
];

/**
 * The performance goals for agents in unusual arrangements or unusual numbers. To add a goal, add its measurement here.
 */
export const CLIFFS: readonly Measurement[] = [
  shapeGoals,
  huntGoals,
  neighborhoodGoals,
  steadyGrowthGoal,
  queryGoal,
  firstRouteGoals,
];

/** The goals for scenes that change while they run. To add a goal, add its measurement here. */
export const CHANGES: readonly Measurement[] = [birthGoal, commandGoal, farObstacleGoal, windGoal];
