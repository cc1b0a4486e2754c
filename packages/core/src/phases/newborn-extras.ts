import { AT_REST, headingInto, upInto } from '../math/body-frame.ts';
import { randomDirectionInto, type Vector } from '../math/direction.ts';
import { STREAM } from '../math/random.ts';
import { clearRoute } from '../steering/paths/turns.ts';
import type { EngineColumnName } from '../world/engine-columns.ts';
import { stagedPlanes } from '../world/extra-planes.ts';
import { standOn } from '../world/mesh.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';

const vector: Vector = new Float32Array(3);

/**
 * Initializes the extra columns of the newborn agents at places [begin, end). Their headings follow from their staged
 * velocities. Walkers are put onto the ground. Births set the goals.
 */
export function resetExtras(world: SharedWorld, begin: number, end = begin + 1): void {
  const { front, plan, scratch } = world;
  for (const { column, staged } of stagedPlanes(world)) {
    if (column.start !== undefined) staged.fill(column.start, begin, end);
  }
  if (plan.extras.route) {
    // Clears the whole route, because the remains of an earlier life differ between the two copies of the state.
    for (let i = begin; i < end; i++) clearRoute(world, front.id[i] & plan.ids.indexMask);
  }
  if (plan.extras.polygon) {
    for (let i = begin; i < end; i++) {
      const isAlive = scratch.stagedStatus[i] !== STATUS.dead;
      if (isAlive && plan.species[front.species[i]].walks) standOn(world, i);
    }
  }
  if (!plan.extras.heading) return;
  const { x, y, z } = scratch.stagedVelocity;
  for (let i = begin; i < end; i++) {
    headingInto(vector, x[i], y[i], z[i]);
    stageBody(world, i);
  }
}

/**
 * Returns a function that stages the start values of some columns for the agent at a place. Skips columns that the world
 * lacks.
 */
export function restarterOf(
  world: SharedWorld,
  ...names: readonly EngineColumnName[]
): (i: number) => void {
  const planes = stagedPlanes(world).filter(({ column }) => names.includes(column.name));
  return (i) => {
    for (const { column, staged } of planes) staged[i] = column.start!;
  };
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
  const { dimensions } = plan.species[front.species[i]];
  randomDirectionInto(vector, plan.seed, 0, front.id[i], STREAM.spawnVelocity, dimensions);
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
