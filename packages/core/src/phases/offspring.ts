import { wrapped } from '../grid/torus.ts';
import { LIFE_PLANES } from '../laws/results.ts';
import { raise } from '../world/event-ring.ts';
import { EVENT } from '../world/events.ts';
import { WORD } from '../world/layout.ts';
import { type BirthPlan, decidedOf, ENDS, lifeViews } from '../world/life.ts';
import { isWall, mapCellOf } from '../world/map.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Births } from './births.ts';
import { resetExtras } from './extras.ts';
import type { Kernel } from './kernel.ts';
import { kinshipOf } from './kinship.ts';
import { sortByKey } from './sort-by-key.ts';

const fround = Math.fround;

/**
 * Lists the agents in places [begin, end), a whole slice, of which laws let others be born. One that is quarantined in
 * this step gives no birth; one that ends does.
 *
 * reads front and staged agents, and what laws have decided; writes parentPlace and parentCount of the slice
 */
export const listParents: Kernel = (world, begin, end, worker) => {
  const { plan, front, scratch } = world;
  const { parentPlace, parentCount, stagedStatus } = scratch;
  let count = 0;
  for (let i = begin; i < end; i++) {
    if (front.status[i] !== STATUS.alive || stagedStatus[i] === STATUS.quarantined) continue;
    const { life } = plan.species[front.species[i]];
    if (life === undefined || life.births.length === 0) continue;
    if (decidedOf(world, i) > ENDS) parentPlace[begin + count++] = i;
  }
  parentCount[worker] = count;
};

/** The places of front of all that give birth in this step, slice after slice. */
function parentsInSlices({ scratch, control }: SharedWorld): Uint32Array {
  const { parentPlace, parentCount } = scratch;
  const workers = control.word[WORD.workers];
  let count = 0;
  for (let worker = 0; worker < workers; worker++) count += parentCount[worker];
  const parents = new Uint32Array(count);
  let at = 0;
  for (let worker = 0; worker < workers; worker++) {
    const begin = control.cut[worker];
    parents.set(parentPlace.subarray(begin, begin + parentCount[worker]), at);
    at += parentCount[worker];
  }
  return parents;
}

/** Stages what is born by laws in this step, in places [begin, end), behind what commands let be born. */
export function stageOffspring(
  world: SharedWorld,
  begin: number,
  end: number,
  births: Births,
): void {
  const { plan, front, scratch } = world;
  scratch.parentOf.fill(0, begin, end);
  const parents = parentsInSlices(world);
  sortByKey(parents, (place) => front.id[place]);
  for (const parent of parents) {
    const { life } = plan.species[front.species[parent]];
    const decided = decidedOf(world, parent);
    for (let birth = 0; birth < life!.births.length; birth++) {
      if (((decided >>> (1 + birth)) & 1) === 0) continue;
      const place = births.next(life!.births[birth].species);
      if (place >= begin && place < end) stageChild(world, place, parent, birth);
    }
  }
}

/** The numbers of a vector that a law gives a birth. */
function givenBy(world: SharedWorld, birth: number, name: string, i: number): Triple {
  const views = lifeViews(world);
  const along = (axis: string) => views.get(LIFE_PLANES.birth(birth, `${name}.${axis}`))![i];
  return [along('x'), along('y'), along('z')];
}

type Triple = readonly [x: number, y: number, z: number];

function stageChild(world: SharedWorld, at: number, parent: number, birth: number): void {
  const { plan, front, scratch } = world;
  const { stagedPosition, stagedVelocity, stagedStatus, stagedGoal, parentOf } = scratch;
  const one = plan.species[front.species[parent]].life!.births[birth];
  const [x, y, z] = placeOf(world, parent, birth, one);
  stagedPosition.x[at] = x;
  stagedPosition.y[at] = y;
  stagedPosition.z[at] = z;
  const { velocity, goal } = front;
  const [vx, vy, vz] = one.velocity
    ? givenBy(world, birth, 'velocity', parent)
    : [velocity.x[parent], velocity.y[parent], velocity.z[parent]];
  stagedVelocity.x[at] = vx;
  stagedVelocity.y[at] = vy;
  stagedVelocity.z[at] = plan.dimensions === 2 ? 0 : vz;
  stagedStatus[at] = STATUS.newborn;
  parentOf[at] = kinshipOf(parent, birth);
  resetExtras(world, at);
  if (!plan.extras.goal) return;
  stagedGoal.x[at] = goal.x[parent];
  stagedGoal.y[at] = goal.y[parent];
  stagedGoal.z[at] = goal.z[parent];
}

/** Where something is born (m): where its parent stands, unless a law says where, and that is a place to be. */
function placeOf(world: SharedWorld, parent: number, birth: number, one: BirthPlan): Triple {
  const { plan, front } = world;
  const { x, y, z } = front.position;
  const own: Triple = [x[parent], y[parent], z[parent]];
  if (!one.position) return own;
  const { min, edge } = plan.grid;
  const given = givenBy(world, birth, 'position', parent);
  const place: Triple = [
    wrapped(given[0], min[0], edge[0]),
    wrapped(given[1], min[1], edge[1]),
    plan.dimensions === 2 ? 0 : wrapped(given[2], min[2], edge[2]),
  ];
  return isInside(world, place) ? place : own;
}

function isInside({ plan, front }: SharedWorld, place: Triple): boolean {
  const { bounds, dimensions, map } = plan;
  if (bounds.type !== 'open') {
    for (let axis = 0; axis < dimensions; axis++) {
      const far = fround(bounds.max[axis]);
      if (!(place[axis] >= fround(bounds.min[axis]) && place[axis] <= far)) return false;
      // The far wall of a torus is its near wall.
      if (bounds.type === 'wrap' && place[axis] === far) return false;
    }
  }
  return map === undefined || !isWall(front, mapCellOf(map, place[0], place[1]));
}

/** Counts what laws let be born in this step, and says where there was no room for it; in `settle`. */
export function settleOffspring(world: SharedWorld, births: () => Births): void {
  const { plan, front, back } = world;
  if (!plan.births) return;
  const wanted = new Uint32Array(plan.species.length);
  for (const parent of parentsInSlices(world)) {
    const { life } = plan.species[front.species[parent]];
    const decided = decidedOf(world, parent);
    life!.births.forEach(({ species }, birth) => {
      if (((decided >>> (1 + birth)) & 1) !== 0) wanted[species]++;
    });
  }
  // Which parent has which place does not matter here, so that they need no order.
  wanted.forEach((count, species) => {
    let born = 0;
    let recycled = 0;
    for (; born < count; born++) {
      const place = births().next(species);
      if (place < 0) break;
      if (front.status[place] !== STATUS.dead) recycled++;
    }
    back.born[species] += born;
    if (recycled === 0 && born === count) return;
    raise(world, EVENT.full, recycled, species, count - born, 0, 0, 0);
  });
}
