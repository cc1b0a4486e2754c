import { shortest } from '../grid/torus.ts';
import { targetOf } from '../steering/assigned.ts';
import type { BehaviorPlan } from '../world/plan.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import { createTargetStep, stepTargetInto } from './target-motion.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

/** The angle (rad) by which the line of sight must turn around a target before a flight counts as an orbit. */
export const FULL_TURN = fround(2 * Math.PI);

/**
 * An agent comes nearer to its target if the distance falls below this fraction of the lowest distance so far. Smaller
 * changes are ignored, because the distance also changes a little in an orbit.
 */
export const NEARER = fround(0.99);

/** Constant of the approximation atan t = t / (1 + BEND t^2), which is correct to 1 % up to t = 1. */
export const BEND = fround(0.28);

const step = createTargetStep();

/**
 * Watches the agents in places [begin, end) that fly at a target. Adds up the angles by which their line of sight
 * turns, in either direction. The sum starts again at 0 when the distance falls below NEARER times the lowest distance
 * so far. At a full turn, the agent counts as orbiting until its flight ends.
 *
 * Let r be the way to the target, and d its change in a step. In the step, the line of sight turns by the angle a. For
 * this angle, tan(a/2) = |cross(r, d)| / (|r| |r + d| + dot(r, r + d)). More than a quarter turn counts as a quarter
 * turn. The SIMD twin is assembly/orbits.ts.
 *
 * reads the front state and staged positions (m); writes `stagedApproach` (m) and `stagedSwept` (rad)
 */
export function watchOrbits(world: SharedWorld, begin: number, end: number): void {
  if (!world.plan.extras.approach) return;
  const { species } = world.front;
  for (let i = begin; i < end; ) {
    const index = species[i];
    let last = i + 1;
    while (last < end && species[last] === index) last++;
    const { guidance } = world.plan.species[index];
    if (guidance !== undefined) watchSpecies(world, guidance, i, last);
    i = last;
  }
}

/** Like watchOrbits, for agents of one species. Consecutive agents with the same target are handled together. */
export function watchSpecies(
  world: SharedWorld,
  guidance: BehaviorPlan,
  begin: number,
  end: number,
): void {
  if (guidance.target < 0) return;
  const { front } = world;
  for (let i = begin; i < end; ) {
    const target = targetOf(front, guidance, i);
    let last = guidance.assignable ? i + 1 : end;
    while (last < end && targetOf(front, guidance, last) === target) last++;
    watch(world, target, i, last);
    i = last;
  }
}

/** Like watchOrbits, for consecutive agents with the same target. */
function watch(world: SharedWorld, target: number, begin: number, end: number): void {
  const { front, scratch, plan } = world;
  const { status, position, approach, swept } = front;
  const { stagedPosition: to, stagedApproach, stagedSwept } = scratch;
  const [edgeX, edgeY, edgeZ] = plan.grid.edge;
  const targetX = front.targetPosition.x[target];
  const targetY = front.targetPosition.y[target];
  const targetZ = front.targetPosition.z[target];
  stepTargetInto(step, world, target);
  const goesX = fround(step.x - targetX);
  const goesY = fround(step.y - targetY);
  const goesZ = fround(step.z - targetZ);
  for (let i = begin; i < end; i++) {
    if (status[i] !== STATUS.alive || swept[i] >= FULL_TURN) continue;
    const px = position.x[i];
    const py = position.y[i];
    const pz = position.z[i];
    const x = shortest(fround(targetX - px), edgeX);
    const y = shortest(fround(targetY - py), edgeY);
    const z = shortest(fround(targetZ - pz), edgeZ);
    const dx = fround(goesX - shortest(fround(to.x[i] - px), edgeX));
    const dy = fround(goesY - shortest(fround(to.y[i] - py), edgeY));
    const dz = fround(goesZ - shortest(fround(to.z[i] - pz), edgeZ));
    const nx = fround(x + dx);
    const ny = fround(y + dy);
    const nz = fround(z + dz);
    const after = fround(sqrt(fround(fround(fround(nx * nx) + fround(ny * ny)) + fround(nz * nz))));
    if (after < fround(NEARER * approach[i])) {
      stagedApproach[i] = after;
      stagedSwept[i] = 0;
      continue;
    }
    const before = fround(sqrt(fround(fround(fround(x * x) + fround(y * y)) + fround(z * z))));
    const cx = fround(fround(y * dz) - fround(z * dy));
    const cy = fround(fround(z * dx) - fround(x * dz));
    const cz = fround(fround(x * dy) - fround(y * dx));
    const across = fround(
      sqrt(fround(fround(fround(cx * cx) + fround(cy * cy)) + fround(cz * cz))),
    );
    const along = fround(fround(fround(x * nx) + fround(y * ny)) + fround(z * nz));
    const half = fround(across / fround(fround(before * after) + along));
    // Covers 0/0 and overflow, and results below 0 from rounding of a 0.
    const tangent = half < 1 && half > Number.NEGATIVE_INFINITY ? half : 1;
    const bent = fround(1 + fround(BEND * fround(tangent * tangent)));
    stagedSwept[i] = fround(swept[i] + fround(fround(2 * tangent) / bent));
  }
}

/** Whether the agent at place `i` has completed a full turn around its target in this step. */
export function comesAround({ front, scratch }: SharedWorld, i: number): boolean {
  return front.swept[i] < FULL_TURN && scratch.stagedSwept[i] >= FULL_TURN;
}

/**
 * Restarts the watch over all flights to a target that a command moved. After the move, agents that were near the
 * target may be far away. An orbit that was already reported is not reported again.
 */
export function watchAgain({ plan, back }: SharedWorld, target: number): void {
  for (const { guidance, first, count } of plan.species) {
    if (guidance === undefined || guidance.target < 0) continue;
    if (!guidance.assignable && guidance.target !== target) continue;
    for (let index = first; index < first + count; index++) {
      const i = back.slot[index];
      if (back.swept[i] >= FULL_TURN || targetOf(back, guidance, i) !== target) continue;
      back.approach[i] = Number.POSITIVE_INFINITY;
      back.swept[i] = 0;
    }
  }
}
