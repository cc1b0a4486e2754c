import { intoTorus } from '../grid/torus.ts';
import { targetOf } from '../steering/assigned.ts';
import { grantTurns } from '../steering/paths/turns.ts';
import { raise } from '../world/event-ring.ts';
import { EVENT } from '../world/events.ts';
import { WORD } from '../world/layout.ts';
import { MAX_QUARANTINE_EVENTS } from '../world/sizes.ts';
import { sliceOf } from '../world/slice.ts';
import { STATUS } from '../world/status.ts';
import { writeDrifts } from '../world/target-home.ts';
import type { SharedWorld } from '../world/world.ts';
import { Draft } from './draft.ts';
import { eachDrafted } from './effects/draft-commands.ts';
import { EFFECTS } from './effects/index.ts';
import { bornInTick } from './emit.ts';
import { markEnded } from './ended.ts';
import { HAPPENING, kindIn, placeIn } from './happening.ts';
import { struckBy } from './hits.ts';
import type { Kernel } from './kernel.ts';
import { moveObstacles } from './obstacle-motion.ts';
import { settleOffspring } from './offspring.ts';
import { rowOfUnsoundLaw } from './quarantine.ts';
import { settleReports } from './report.ts';
import { forgetUnreachable } from './reports/rearm.ts';
import { carryMapOver, settleFields } from './settle-fields.ts';
import { sortByKey } from './sort-by-key.ts';
import { createTargetStep, stepTargetInto } from './target-motion.ts';

const fround = Math.fround;

/** The kind of event that each HAPPENING raises. */
const EVENT_OF: Readonly<Record<number, number>> = {
  [HAPPENING.hit]: EVENT.hit,
  [HAPPENING.expired]: EVENT.expired,
  [HAPPENING.quarantined]: EVENT.quarantined,
  [HAPPENING.struck]: EVENT.struck,
  [HAPPENING.orbit]: EVENT.orbit,
  [HAPPENING.grounded]: EVENT.grounded,
};

/**
 * Finishes the step on one thread. Moves and pushes targets, raises events in the order of ids, and applies the
 * commands of this tick to the back state. Reads the front state and scratch, and writes only the back state. So an
 * interrupted step can be discarded and done again.
 */
export const settle: Kernel = (world) => {
  carryOver(world);
  moveTargets(world);
  moveObstacles(world);
  settleHappenings(world);
  if (world.plan.reports > 0) settleReports(world);
  carryOutCommands(world);
  if (world.back.mapVersion[0] !== world.front.mapVersion[0]) forgetUnreachable(world);
  settleFields(world);
  settleBirths(world);
  grantTurns(world);
};

function carryOver(world: SharedWorld): void {
  const { front, back } = world;
  back.speciesParameters.set(front.speciesParameters);
  back.behaviorParameters.set(front.behaviorParameters);
  back.born.set(front.born);
  back.hits.set(front.hits);
  back.eventCount[0] = front.eventCount[0];
  carryMapOver(world);
}

/** The maximum change of a target's velocity by one hit, along one axis (m/s). */
const MAX_PUSH = fround(1e18);

const step = createTargetStep();

function moveTargets(world: SharedWorld): void {
  const { targetPosition, targetVelocity, targetHome } = world.back;
  const { min, edge } = world.plan.grid;
  for (let target = 0; target < world.plan.targets.length; target++) {
    stepTargetInto(step, world, target);
    targetPosition.x[target] = intoTorus(step.x, min[0], edge[0]);
    targetPosition.y[target] = intoTorus(step.y, min[1], edge[1]);
    targetPosition.z[target] = intoTorus(step.z, min[2], edge[2]);
    targetVelocity.x[target] = step.velocityX;
    targetVelocity.y[target] = step.velocityY;
    targetVelocity.z[target] = step.velocityZ;
    targetHome.x[target] = intoTorus(step.homeX, min[0], edge[0]);
    targetHome.y[target] = intoTorus(step.homeY, min[1], edge[1]);
    targetHome.z[target] = intoTorus(step.homeZ, min[2], edge[2]);
  }
  writeDrifts(world, world.back, world.frontTick + 1);
  accelerateTargets(world);
}

/** Computes the accelerations of targets, before the hits of this step push them. */
function accelerateTargets({ plan, front, back }: SharedWorld): void {
  const inverseDt = fround(1 / plan.dt);
  for (const axis of ['x', 'y', 'z'] as const) {
    for (let target = 0; target < plan.targets.length; target++) {
      const before = fround(front.targetVelocity[axis][target] + front.targetDrift[axis][target]);
      const after = fround(back.targetVelocity[axis][target] + back.targetDrift[axis][target]);
      back.targetAcceleration[axis][target] = fround(fround(after - before) * inverseDt);
    }
  }
}

/**
 * Handles the happenings that the workers noted in their slices, in the order of the agents' ids. Skips happenings of
 * the kind `ended`, because `markEndedByLaw` handles them. For the other kinds, marks each agent that ends by the
 * happening, and raises events. Also pushes the targets that agents have hit.
 */
function settleHappenings(world: SharedWorld): void {
  const { plan, front, back, scratch, control } = world;
  const workers = control.word[WORD.workers];
  const notes: number[] = [];
  for (let worker = 0; worker < workers; worker++) {
    const [begin] = sliceOf(world, worker);
    const count = scratch.happeningCount[worker];
    for (let k = 0; k < count; k++) {
      const one = scratch.happening[begin + k];
      if (kindIn(one) !== HAPPENING.ended) notes.push(one);
    }
  }
  if (notes.length === 0) return;
  const sorted = Uint32Array.from(notes);
  sortByKey(sorted, (one) => front.id[placeIn(one)]);
  let quarantined = 0;
  for (const one of sorted) {
    const i = placeIn(one);
    const kind = kindIn(one);
    const species = front.species[i];
    const outlives = kind === HAPPENING.hit && !plan.species[species].hitEnds.self;
    if (kind !== HAPPENING.orbit && !outlives) markEnded(world, i, kind);
    // If another agent was launched into its row in this same step, its flight ends without a hit.
    if (scratch.stagedStatus[i] === STATUS.newborn) continue;
    if (kind === HAPPENING.quarantined && ++quarantined > MAX_QUARANTINE_EVENTS) continue;
    let event: number = EVENT_OF[kind];
    let other = 0;
    if (kind === HAPPENING.quarantined) other = rowOfUnsoundLaw(world, i) + 1;
    if (kind === HAPPENING.struck) other = front.struck[i] - 1;
    if (kind === HAPPENING.orbit) other = targetOf(front, plan.species[species].guidance!, i);
    if (kind === HAPPENING.hit) {
      const target = targetOf(front, plan.species[species].guidance!, i);
      back.hits[species]++;
      other = target;
      if (target >= 0) push(world, i, target);
      else {
        event = EVENT.strike;
        other = strike(world, i);
      }
    }
    const { x, y, z } = scratch.stagedPosition;
    raise(world, event, front.id[i], species, other, x[i], y[i], z[i]);
  }
}

/**
 * Called when the agent at place `i` has hit another agent, the victim. Returns the id of the victim. If
 * `hitEnds.quarry` is true for the species of the agent at place `i`, also marks the victim. A marked victim ends in
 * the next step.
 */
function strike(world: SharedWorld, i: number): number {
  const { front, back, scratch } = world;
  const place = struckBy(world, front.species[i], i);
  const victim = front.id[place];
  if (!world.plan.species[front.species[i]].hitEnds.quarry) return victim;
  // If another agent was launched into its row in this same step, the flight that was hit has already ended.
  if (scratch.stagedStatus[place] === STATUS.newborn) return victim;
  const at = back.slot[victim & world.plan.ids.indexMask];
  // If several hit it, the lowest id counts.
  if (back.struck[at] === 0) back.struck[at] = front.id[i] + 1;
  return victim;
}

function push({ plan, back, scratch }: SharedWorld, i: number, target: number): void {
  const impact = fround(plan.targets[target].impact);
  const { x, y, z } = back.targetVelocity;
  const v = scratch.stagedVelocity;
  x[target] = fround(x[target] + shareOf(v.x[i], impact));
  y[target] = fround(y[target] + shareOf(v.y[i], impact));
  z[target] = fround(z[target] + shareOf(v.z[i], impact));
}

/**
 * The change of a target's velocity by a hit, along one axis (m/s). The change is limited, so that the velocity stays
 * finite. This matters because targets are never quarantined.
 */
function shareOf(v: number, impact: number): number {
  const share = fround(v * impact);
  if (share > MAX_PUSH) return MAX_PUSH;
  return share < -MAX_PUSH ? -MAX_PUSH : share;
}

/**
 * Applies the commands of this tick, and then counts the births that laws decided.
 *
 * @throws CommandError COMMAND_UNKNOWN if memory contains an unknown kind of command; the tick is then not completed
 */
function carryOutCommands(world: SharedWorld): void {
  let draft = eachDrafted(world, world.plan.births, (kind, command, one) => {
    const { settle: finish, act } = EFFECTS[kind];
    if (finish !== undefined) finish(one, command);
    else act?.(one, command, 0, 0);
  });
  if (!world.plan.births) return;
  settleOffspring(world, () => {
    draft ??= new Draft(world);
    return draft.births;
  });
}

/** Adds the particle births of this step to the ring of births, by updating its counts in the back state. */
function settleBirths(world: SharedWorld): void {
  const { plan, front, back } = world;
  if (plan.particles === 0) return;
  const born = bornInTick(world);
  back.nextBirth[0] = (front.nextBirth[0] + born) % plan.particles;
  back.keptBirths[0] = Math.min(front.keptBirths[0] + born, plan.particles);
}
