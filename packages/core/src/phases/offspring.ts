import { wrapped } from '../grid/torus.ts';
import { LAW_LIMITS } from '../laws/law.ts';
import { polygonAt } from '../path/mesh/mesh-place.ts';
import { raise } from '../world/event-ring.ts';
import { EVENT } from '../world/events.ts';
import { type Planes, WORD } from '../world/layout.ts';
import { decidedIn, lifeColumns } from '../world/life.ts';
import { isWall, mapCellOf } from '../world/map.ts';
import { meshIn } from '../world/mesh.ts';
import { rangeOf } from '../world/slice.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Births } from './births.ts';
import { draftOf } from './effects/draft-commands.ts';
import type { Kernel } from './kernel.ts';
import { kinshipOf } from './kinship.ts';
import { resetExtras } from './newborn-extras.ts';
import { childrenOf, Parents, wantedByAll } from './parents.ts';

const fround = Math.fround;

/**
 * Stages the births that laws decided in this step, in the order of the parents' ids. Newborn agents take the rows of
 * dead agents. If a species recycles, further newborn agents take the rows of its oldest living agents. The births from
 * commands of this tick come first, and the births from laws come next.
 *
 * The dead are together at the end of the columns, often in a single slice. So each worker stages an equal share of the
 * births, whatever slice the rows belong to. If a law's birth replaces a living agent, each worker instead stages the
 * births in its own places [begin, end).
 *
 * reads the front state, commands and the decisions of laws; writes staged position (m), velocity (m/s), status and
 * extras, `parentOf` and back.route, but only in rows that no other worker writes
 */
export const stageOffspring: Kernel = (world, begin, end, worker) => {
  if (!world.plan.births) return;
  const wanted = wantedByAll(world);
  if (wanted.every((count) => count === 0)) return;
  const { births } = draftOf(world);
  const parents = new Parents(world);
  if (wanted.some((count, species) => births.takesLiving(species, count))) {
    stageBirths(world, births, parents.between(0, parents.count), begin, end);
    return;
  }
  const workers = world.control.word[WORD.workers];
  const [first, last] = rangeOf(parents.count, workers, worker);
  skipBirths(world, births, parents, first);
  stageBirths(world, births, parents.between(first, last), 0, world.plan.agents);
};

/**
 * Skips the places of newborn agents whose parents have a rank below `rank`. Other workers stage the births of these
 * agents.
 */
function skipBirths(world: SharedWorld, births: Births, parents: Parents, rank: number): void {
  const { species } = world.front;
  const { words } = lifeColumns(world);
  const children = childrenOf(world);
  const counts = new Uint32Array(world.plan.species.length);
  parents.eachBelow(rank, (parent) => {
    let child = LAW_LIMITS.births * species[parent];
    for (let decided = decidedIn(words, parent) >>> 1; decided !== 0; decided >>>= 1) {
      counts[children[child++]] += decided & 1;
    }
  });
  counts.forEach((count, value) => {
    births.take(value, count);
  });
}

/**
 * Stages births of the given parents. Skips each birth whose newborn agent gets a place outside of [begin, end).
 * `parents` are places of the front state.
 */
function stageBirths(
  world: SharedWorld,
  births: Births,
  parents: Uint32Array,
  begin: number,
  end: number,
): void {
  const { species } = world.front;
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

/**
 * Stages a birth. In the front state, `at` is the place of the newborn agent, and `parent` is the place of its parent.
 * The plan of each species lists the births that laws can request. `birth` is the index in the list of the parent's
 * species.
 */
type Stager = (at: number, parent: number, birth: number) => void;

function stagerOf(world: SharedWorld): Stager {
  const { front, scratch, plan } = world;
  const { stagedPosition, stagedVelocity, stagedStatus, stagedGoal, parentOf } = scratch;
  const given = lifeColumns(world).births;
  const isFlat = plan.dimensions === 2;
  return (at, parent, birth) => {
    const { position, velocity } = plan.species[front.species[parent]].life!.births[birth];
    copy(stagedPosition, at, front.position, parent);
    if (position) placeAsGiven(world, at, parent, given[birth].position!);
    copy(stagedVelocity, at, velocity ? given[birth].velocity! : front.velocity, parent);
    if (isFlat) stagedVelocity.z[at] = 0;
    stagedStatus[at] = STATUS.newborn;
    parentOf[at] = kinshipOf(parent, birth);
    resetExtras(world, at);
    if (plan.extras.goal) copy(stagedGoal, at, front.goal, parent);
  };
}

type Vectors = Planes<Float32Array>;

function copy(to: Vectors, at: number, from: Vectors, i: number): void {
  to.x[at] = from.x[i];
  to.y[at] = from.y[i];
  to.z[at] = from.z[i];
}

/** Moves a newborn agent to the position that the law gives it, if that position is allowed. */
function placeAsGiven(world: SharedWorld, at: number, parent: number, given: Vectors): void {
  const { plan, scratch } = world;
  const { min, edge } = plan.grid;
  const x = wrapped(given.x[parent], min[0], edge[0]);
  const y = wrapped(given.y[parent], min[1], edge[1]);
  const z = plan.dimensions === 2 ? 0 : wrapped(given.z[parent], min[2], edge[2]);
  const flies = plan.extras.polygon && !plan.species[world.front.species[at]].walks;
  if (!isInside(world, x, y, z, flies)) return;
  scratch.stagedPosition.x[at] = x;
  scratch.stagedPosition.y[at] = y;
  scratch.stagedPosition.z[at] = z;
}

function isInside(world: SharedWorld, x: number, y: number, z: number, flies: boolean): boolean {
  const { bounds, dimensions, map, mesh } = world.plan;
  if (bounds.type !== 'open') {
    if (!isBetween(bounds, 0, x) || !isBetween(bounds, 1, y)) return false;
    if (dimensions === 3 && !isBetween(bounds, 2, z)) return false;
  }
  if (mesh !== undefined && !flies) return polygonAt(meshIn(world), x, y, z) >= 0;
  return map === undefined || !isWall(world.front, mapCellOf(map, x, y));
}

function isBetween(
  { type, min, max }: Exclude<SharedWorld['plan']['bounds'], { type: 'open' }>,
  axis: number,
  value: number,
): boolean {
  const far = fround(max[axis]);
  // The far wall of a torus is the same as its near wall.
  if (type === 'wrap' && value === far) return false;
  return value >= fround(min[axis]) && value <= far;
}

/**
 * Counts the births that laws decided in this step. Raises an event if there was no room for some of them. Called in
 * `settle`.
 */
export function settleOffspring(world: SharedWorld, births: () => Births): void {
  wantedByAll(world).forEach((count, species) => {
    if (count === 0) return;
    const { born, recycled } = births().take(species, count);
    world.back.born[species] += born;
    if (recycled === 0 && born === count) return;
    raise(world, EVENT.full, recycled, species, count - born, 0, 0, 0);
  });
}
