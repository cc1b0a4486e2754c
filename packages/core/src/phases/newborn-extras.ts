import { AT_REST, headingInto, upInto } from '../math/body-frame.ts';
import { randomDirectionInto, type Vector } from '../math/direction.ts';
import { STREAM } from '../math/random.ts';
import { clearRoute } from '../steering/paths/turns.ts';
import type { Plan } from '../world/plan.ts';
import type { SharedWorld } from '../world/world.ts';

const vector: Vector = new Float32Array(3);

/** Whether newborn agents have extra columns that must be initialized, see resetExtras. */
export function hasStarts({ extras }: Plan): boolean {
  const { choice, waypoint, route, reported, assignedTarget, assignedQuarry } = extras;
  const { orbit, acceleration, heading } = extras;
  const chosen = choice || waypoint || route || assignedTarget || assignedQuarry;
  return chosen || reported || orbit || acceleration || heading;
}

/** Initializes the extra columns of a newborn agent at place `i`, from its staged velocity. */
export function resetExtras(world: SharedWorld, i: number): void {
  const { extras } = world.plan;
  const { stagedVelocity: v, stagedAcceleration } = world.scratch;
  if (extras.choice) world.scratch.stagedChoice[i] = 0;
  if (extras.waypoint) world.scratch.stagedWaypoint[i] = 0;
  if (extras.route) {
    // Clears the whole route, because the remains of an earlier life differ between the two copies of the state.
    clearRoute(world, world.front.id[i] & world.plan.ids.indexMask);
  }
  forgetReports(world, i);
  if (extras.assignedTarget) world.scratch.stagedAssignedTarget[i] = 0;
  if (extras.assignedQuarry) world.scratch.stagedAssignedQuarry[i] = 0;
  if (extras.orbit) {
    world.scratch.stagedApproach[i] = Number.POSITIVE_INFINITY;
    world.scratch.stagedSwept[i] = 0;
  }
  if (extras.acceleration) {
    stagedAcceleration.x[i] = 0;
    stagedAcceleration.y[i] = 0;
    stagedAcceleration.z[i] = 0;
  }
  if (!extras.heading) return;
  headingInto(vector, v.x[i], v.y[i], v.z[i]);
  stageBody(world, i);
}

/**
 * Gives the agent at place `i` a random heading if it is at rest. It is the direction that a random velocity of the agent
 * would have at the start.
 */
export function headRandomly(world: SharedWorld, i: number): void {
  const { plan, scratch, front } = world;
  if (!plan.extras.heading) return;
  const { x, y, z } = scratch.stagedVelocity;
  if (x[i] * x[i] + y[i] * y[i] + z[i] * z[i] > AT_REST) return;
  randomDirectionInto(vector, plan.seed, 0, front.id[i], STREAM.spawnVelocity, plan.dimensions);
  stageBody(world, i);
}

/** Stages the heading in `vector`, and the up vector that belongs to it. */
function stageBody({ plan, scratch }: SharedWorld, i: number): void {
  const { dimensions } = plan;
  const { stagedHeading, stagedUp } = scratch;
  const [hx, hy, hz] = vector as unknown as [number, number, number];
  stagedHeading.x[i] = hx;
  stagedHeading.y[i] = hy;
  stagedHeading.z[i] = hz;
  upInto(vector, hx, hy, hz, dimensions);
  stagedUp.x[i] = vector[0];
  stagedUp.y[i] = vector[1];
  stagedUp.z[i] = vector[2];
}

/**
 * Lets the agent at place `i` of the front state raise its reports again. Called in `launch` if the agent begins
 * another life or path.
 */
export function forgetReports({ plan, scratch }: SharedWorld, i: number): void {
  if (plan.extras.reported) scratch.stagedReported[i] = 0;
}
