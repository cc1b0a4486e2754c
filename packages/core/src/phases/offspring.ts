import { wrapped } from '../grid/torus.ts';
import { LAW_LIMITS } from '../laws/law.ts';
import { polygonAt } from '../path/mesh/place.ts';
import { raise } from '../world/event-ring.ts';
import { EVENT } from '../world/events.ts';
import { type Planes, WORD } from '../world/layout.ts';
import { decidedIn, ENDS, lifeColumns } from '../world/life.ts';
import { isWall, mapCellOf } from '../world/map.ts';
import { meshIn } from '../world/mesh.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Births } from './births.ts';
import { hasStarts, resetExtras } from './extras.ts';
import type { Kernel } from './kernel.ts';
import { kinshipOf } from './kinship.ts';
import { sortByKey } from './sort-by-key.ts';

const fround = Math.fround;

/**
 * Lists the agents in places [begin, end), a whole slice, of which laws let others be born, by id, and counts how many of
 * each species are born of them. One that is quarantined in this step gives no birth; one that ends does.
 *
 * reads front and staged agents, and what laws have decided; writes parentPlace, parentCount and wanted of the slice
 */
export const listParents: Kernel = (world, begin, end, worker) => {
  if (!world.plan.births) return;
  const { front, scratch } = world;
  const { parentPlace, parentCount, stagedStatus } = scratch;
  const { status, species, id } = front;
  const { words } = lifeColumns(world);
  const children = childrenOf(world);
  const wanted = wantedBy(world, worker);
  wanted.fill(0);
  let count = 0;
  for (let i = begin; i < end; i++) {
    const decided = decidedIn(words, i);
    if (decided <= ENDS) continue;
    if (status[i] !== STATUS.alive || stagedStatus[i] === STATUS.quarantined) continue;
    parentPlace[begin + count++] = i;
    let child = LAW_LIMITS.births * species[i];
    for (let births = decided >>> 1; births !== 0; births >>>= 1) {
      wanted[children[child++]] += births & 1;
    }
  }
  sortByKey(parentPlace.subarray(begin, begin + count), (place) => id[place]);
  parentCount[worker] = count;
};

/** The species of the births of an agent, those of each species one after the other. */
function childrenOf({ plan }: SharedWorld): Uint8Array {
  const children = new Uint8Array(LAW_LIMITS.births * plan.species.length);
  plan.species.forEach(({ life }, species) => {
    life?.births.forEach((one, birth) => {
      children[LAW_LIMITS.births * species + birth] = one.species;
    });
  });
  return children;
}

/** By species, how many are born of the agents of a worker's slice. */
function wantedBy({ plan, scratch }: SharedWorld, worker: number): Uint32Array {
  const first = plan.species.length * worker;
  return scratch.wanted.subarray(first, first + plan.species.length);
}

/** By species, how many are born in this step. */
function wantedByAll(world: SharedWorld): Uint32Array {
  const wanted = new Uint32Array(world.plan.species.length);
  for (let worker = 0; worker < world.control.word[WORD.workers]; worker++) {
    const own = wantedBy(world, worker);
    for (let species = 0; species < wanted.length; species++) wanted[species] += own[species];
  }
  return wanted;
}

/** The places of front of all that give birth in this step, by id. */
function parentsById(world: SharedWorld): Uint32Array {
  const { scratch, control, front } = world;
  const { parentPlace, parentCount } = scratch;
  let lists: Uint32Array[] = [];
  for (let worker = 0; worker < control.word[WORD.workers]; worker++) {
    const begin = control.cut[worker];
    const count = parentCount[worker];
    if (count > 0) lists.push(parentPlace.subarray(begin, begin + count));
  }
  while (lists.length > 1) {
    const merged: Uint32Array[] = [];
    for (let k = 0; k < lists.length; k += 2) {
      merged.push(k + 1 < lists.length ? merge(lists[k], lists[k + 1], front.id) : lists[k]);
    }
    lists = merged;
  }
  return lists[0] ?? new Uint32Array(0);
}

/** Two lists of places, each by id, as one. */
function merge(one: Uint32Array, other: Uint32Array, id: Uint32Array): Uint32Array {
  const merged = new Uint32Array(one.length + other.length);
  let [i, j] = [0, 0];
  for (let k = 0; k < merged.length; k++) {
    const first = j === other.length || (i < one.length && id[one[i]] < id[other[j]]);
    merged[k] = first ? one[i++] : other[j++];
  }
  return merged;
}

/** Stages what is born by laws in this step, in places [begin, end), behind what commands let be born. */
export function stageOffspring(
  world: SharedWorld,
  begin: number,
  end: number,
  births: Births,
): void {
  const { front, scratch } = world;
  scratch.parentOf.fill(0, begin, end);
  const wanted = wantedByAll(world);
  // None of them comes to lie here: another worker stages them.
  if (!wanted.some((count, species) => births.mayTake(species, count, begin, end))) return;
  const parents = parentsById(world);
  const { species } = front;
  const { words } = lifeColumns(world);
  const children = childrenOf(world);
  const stage = stagerOf(world);
  for (let k = 0; k < parents.length; k++) {
    const parent = parents[k];
    const decided = decidedIn(words, parent) >>> 1;
    for (let birth = 0; decided >>> birth !== 0; birth++) {
      if (((decided >>> birth) & 1) === 0) continue;
      const place = births.next(children[LAW_LIMITS.births * species[parent] + birth]);
      if (place >= begin && place < end) stage(place, parent, birth);
    }
  }
}

/** Stages, at a place of front, a birth of the agent at another. */
type Stager = (at: number, parent: number, birth: number) => void;

function stagerOf(world: SharedWorld): Stager {
  const { front, scratch, plan } = world;
  const { stagedPosition, stagedVelocity, stagedStatus, stagedGoal, parentOf } = scratch;
  const given = lifeColumns(world).births;
  const isFlat = plan.dimensions === 2;
  const starts = hasStarts(plan);
  return (at, parent, birth) => {
    const { position, velocity } = plan.species[front.species[parent]].life!.births[birth];
    copy(stagedPosition, at, front.position, parent);
    if (position) placeAsGiven(world, at, parent, given[birth].position!);
    copy(stagedVelocity, at, velocity ? given[birth].velocity! : front.velocity, parent);
    if (isFlat) stagedVelocity.z[at] = 0;
    stagedStatus[at] = STATUS.newborn;
    parentOf[at] = kinshipOf(parent, birth);
    if (starts) resetExtras(world, at);
    if (plan.extras.goal) copy(stagedGoal, at, front.goal, parent);
  };
}

type Vectors = Planes<Float32Array>;

function copy(to: Vectors, at: number, from: Vectors, i: number): void {
  to.x[at] = from.x[i];
  to.y[at] = from.y[i];
  to.z[at] = from.z[i];
}

/** Puts what is born where the law says, if that is a place to be. */
function placeAsGiven(world: SharedWorld, at: number, parent: number, given: Vectors): void {
  const { plan, scratch } = world;
  const { min, edge } = plan.grid;
  const x = wrapped(given.x[parent], min[0], edge[0]);
  const y = wrapped(given.y[parent], min[1], edge[1]);
  const z = plan.dimensions === 2 ? 0 : wrapped(given.z[parent], min[2], edge[2]);
  if (!isInside(world, x, y, z)) return;
  scratch.stagedPosition.x[at] = x;
  scratch.stagedPosition.y[at] = y;
  scratch.stagedPosition.z[at] = z;
}

function isInside(world: SharedWorld, x: number, y: number, z: number): boolean {
  const { bounds, dimensions, map, mesh } = world.plan;
  if (bounds.type !== 'open') {
    if (!isBetween(bounds, 0, x) || !isBetween(bounds, 1, y)) return false;
    if (dimensions === 3 && !isBetween(bounds, 2, z)) return false;
  }
  if (mesh !== undefined) return polygonAt(meshIn(world), x, y) >= 0;
  return map === undefined || !isWall(world.front, mapCellOf(map, x, y));
}

function isBetween(
  { type, min, max }: Exclude<SharedWorld['plan']['bounds'], { type: 'open' }>,
  axis: number,
  value: number,
): boolean {
  const far = fround(max[axis]);
  // The far wall of a torus is its near wall.
  if (type === 'wrap' && value === far) return false;
  return value >= fround(min[axis]) && value <= far;
}

/** Counts what laws let be born in this step, and says where there was no room for it; in `settle`. */
export function settleOffspring(world: SharedWorld, births: () => Births): void {
  if (!world.plan.births) return;
  wantedByAll(world).forEach((count, species) => {
    if (count === 0) return;
    const { born, recycled } = births().take(species, count);
    world.back.born[species] += born;
    if (recycled === 0 && born === count) return;
    raise(world, EVENT.full, recycled, species, count - born, 0, 0, 0);
  });
}
