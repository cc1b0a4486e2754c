import { birthGoal } from './births.ts';
import { boidsGoals } from './boids.ts';
import { commandGoal } from './commands.ts';
import { coordinationGoal } from './coordination.ts';
import { crowdGoals, detourGoals } from './crowds.ts';
import { farObstacleGoal } from './far-obstacles.ts';
import type { Measurement } from './goal.ts';
import { growthGoal, steadyGrowthGoal } from './growth.ts';
import { huntGoals } from './hunts.ts';
import { particlesGoal } from './particles.ts';
import { pathGoal } from './path.ts';
import { shapeGoals } from './shapes.ts';
import { yukaGoal } from './yuka.ts';

/** What Skein is held to, in the order of the table; to add a goal is to add its measurement here. */
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

/** What no arrangement of agents and no number of them may cost; the same holds for these. */
export const CLIFFS: readonly Measurement[] = [shapeGoals, huntGoals, steadyGrowthGoal];

/** What a scene that changes while it runs may cost; the same holds for these. */
export const CHANGES: readonly Measurement[] = [birthGoal, commandGoal, farObstacleGoal];
