/**
 * Twin of src/steering/orca/steer-orca.ts. Finds neighbors with SIMD, and computes half spaces and linear programs in
 * f64. Leaves rare cases to TypeScript:
 *
 * - two agents at the same position
 * - too many obstacles
 * - obstacles that move, or that are not spheres
 */

import { mayTouch, SPHERE } from './avoiding';
import {
  CONTAIN,
  FORCE_X,
  FORCE_Y,
  FORCE_Z,
  FRONT_ID,
  FRONT_POSITION_X,
  FRONT_POSITION_Y,
  FRONT_POSITION_Z,
  FRONT_SPECIES,
  FRONT_SPECIES_PARAMETERS,
  FRONT_STATUS,
  FRONT_VELOCITY_X,
  FRONT_VELOCITY_Y,
  FRONT_VELOCITY_Z,
  GRID,
  GRID_BOUNDS,
  GRID_DIMENSIONS,
  GRID_MAX_X,
  GRID_MAX_Y,
  GRID_MAX_Z,
  GRID_MIN_X,
  GRID_MIN_Y,
  GRID_MIN_Z,
  MAX_NEIGHBORS,
  ORCA_SCRATCH_BISECTORS,
  ORCA_SCRATCH_CUT,
  ORCA_SCRATCH_FOUND,
  ORCA_SCRATCH_OBSTACLES,
  ORCA_SCRATCH_ROWS,
  ORCA_SCRATCH_SORTED,
  ROLE,
} from './columns';
import {
  awayX,
  awayY,
  awayZ,
  farthest,
  findNearest,
  findTouching,
  isOnSpot,
  offsetOf,
  openNearest,
  squaredOf,
  twoAwayX,
  twoAwayY,
  twoAwayZ,
  twoOf,
} from './nearest';
import {
  addNeighbor,
  addPlanes,
  openHalfSpaces,
  setVelocity,
  vx,
  vy,
  vz,
} from './orca-half-spaces';
import { addHalfSpace, bestX, bestY, bestZ, findSafe, openPrograms, ROW } from './orca-program';
import { draw, randomX, randomY, randomZ, signed } from './random';

const BEND: f64 = 1e-3;
// As in src/steering/orca/give-way.ts.
const SLOW: f64 = 0.5;
const AHEAD: f64 = 0.5;
const LEAST_GAP: f64 = 0.4;
const RATE: f64 = 1;
const HELD: f64 = 0.1;
const PRESSED: f64 = 3;
const BACK: f64 = 0.5;
const LANE: f64 = 0.8;
const CRAWL: f64 = 0.1;
const TOWARD: f64 = 0.1;
const TOUCH: f64 = 2e-5;
/** The bytes of a row of parameters. */
const RECORD: usize = 64;

let table: usize = 0;
let radii: usize = 0;
let mass: f64 = 0;
let damping: f64 = 0;
let body: f64 = 0;
let maxSpeed: f64 = 0;
let maxForce: f64 = 0;
let factor: f64 = 0;
let margin: f64 = 0;
let inverseHorizon: f64 = 0;
let obstacleHorizon: f64 = 0;
let touch: f64 = 0;
let reciprocal: i32 = 0;
let priority: f64 = 0;
/** The offset of the priority in the row of a species, from that of the radius. */
let priorityAt: usize = 0;
let seed: i32 = 0;
let stream: i32 = 0;
let dt: f64 = 0;
let inverseDt: f64 = 0;
let records: usize = 0;
let recordsEnd: usize = 0;
// The offsets at which the images of obstacles on a torus are too far away to be seen (m).
let horizonX: f64 = 0;
let horizonY: f64 = 0;
let horizonZ: f64 = 0;
let radius: f32 = 0;
let mask: i32 = 0;
let most: i32 = 0;
let headway: f64 = 0;
let keepRight: f64 = 0;
let yields: bool = false;
let second: i32 = 0;
// Whether the agents walk, and the difference of heights (m) up to which they see each other.
let flat: bool = false;
let band: f32 = 0;
let space: bool = false;
/** The preferred velocity (m/s) of the agent that is steered. */
let wantedX: f64 = 0;
let wantedY: f64 = 0;
let wantedZ: f64 = 0;

/** Sets the constants of a behavior for the calls that follow. The constants are named as in steer-orca.ts. */
export function setOrca(
  lawMass: f64,
  lawDamping: f64,
  lawBody: f64,
  lawMaxSpeed: f64,
  lawMaxForce: f64,
  lawFactor: f64,
  lawMargin: f64,
  lawHorizon: f64,
  lawObstacleHorizon: f64,
  lawTouch: f64,
  lawReciprocal: i32,
  lawPriority: f64,
  offsetOfPriority: usize,
  lawRadius: f32,
  lawMask: i32,
  lawNeighbors: i32,
  worldSeed: i32,
  orcaStream: i32,
  worldDt: f64,
  lawHeadway: f64,
  lawKeepRight: f64,
  lawYields: i32,
  lawSecond: i32,
  speciesWalks: i32,
  speciesBand: f32,
): void {
  mass = lawMass;
  damping = lawDamping;
  body = lawBody;
  maxSpeed = lawMaxSpeed;
  maxForce = lawMaxForce;
  factor = lawFactor;
  margin = lawMargin;
  inverseHorizon = 1 / lawHorizon;
  obstacleHorizon = lawObstacleHorizon;
  touch = lawTouch;
  reciprocal = lawReciprocal;
  priority = lawPriority;
  priorityAt = offsetOfPriority;
  radius = lawRadius;
  mask = lawMask;
  most = lawNeighbors;
  seed = worldSeed;
  stream = orcaStream;
  dt = worldDt;
  inverseDt = 1 / dt;
  headway = lawHeadway;
  keepRight = lawKeepRight;
  yields = lawYields != 0;
  second = lawSecond;
  flat = speciesWalks != 0;
  band = speciesBand;
}

/**
 * Sets the obstacles near the agents that are steered next: `count` records of src/simd/obstacle-records.ts, from
 * address `first` on. Obstacles whose centers are at least `farX`, `farY` or `farZ` (m) away along an axis are not seen.
 */
export function setOrcaObstacles(first: usize, count: i32, farX: f32, farY: f32, farZ: f32): void {
  records = first;
  horizonX = farX;
  horizonY = farY;
  horizonZ = farZ;
  recordsEnd = first + ((<usize>count) << 5);
}

/**
 * Steers the agents in places [begin, end), up to the first agent that it cannot steer. `radiusAt` is the byte offset
 * of the radius in the row of a species. `scratch` is the worker's own memory, see ORCA_SCRATCH in src/world/sizes.ts. It
 * may begin with `given` half spaces that the caller wrote for all these agents.
 *
 * @returns the place of the first agent that the caller must steer instead; `end` if there is none
 */
export function steerOrca(
  addresses: usize,
  scratch: usize,
  begin: i32,
  end: i32,
  role: i32,
  radiusAt: usize,
  given: i32,
): i32 {
  table = addresses;
  radii = load<usize>(table + FRONT_SPECIES_PARAMETERS) + radiusAt;
  space = !flat && load<i32>(load<usize>(table + GRID) + GRID_DIMENSIONS) == 3;
  const rows = scratch + ORCA_SCRATCH_ROWS;
  openNearest(
    table,
    scratch + ORCA_SCRATCH_FOUND,
    scratch + ORCA_SCRATCH_SORTED,
    radius,
    mask,
    most,
    flat,
    band,
  );
  openHalfSpaces(space, inverseDt);
  openPrograms(space, scratch + ORCA_SCRATCH_BISECTORS, scratch + ORCA_SCRATCH_CUT);
  const kinds = load<usize>(table + ROLE);
  const states = load<usize>(table + FRONT_STATUS);
  for (let i = begin; i < end; i++) {
    if (load<u8>(kinds + i) != role || load<u8>(states + i) != 1) continue;
    const at = (<usize>i) << 2;
    setVelocity(velocityX(at), velocityY(at), velocityZ(at));
    let to = addWalls(rows + <usize>given * ROW, at);
    to = addObstacles(to, scratch + ORCA_SCRATCH_OBSTACLES, at);
    if (to == 0) return i;
    const count = findNearest(at);
    if (isOnSpot) return i;
    let touching = count;
    if (count == most && <f64>farthest < touch * touch) {
      touching = findTouching(at, min(<f64>radius, touch), MAX_NEIGHBORS);
    }
    to = addContacts(to, touching);
    const firm = to;
    prefer(at);
    to = addNeighbors(to, count);
    giveWay(at, count);
    findSafe(rows, firm, to, maxSpeed, wantedX, wantedY, wantedZ);
    store<f32>(load<usize>(table + FORCE_X) + at, <f32>forceFor(bestX, vx));
    store<f32>(load<usize>(table + FORCE_Y) + at, <f32>forceFor(bestY, vy));
    store<f32>(load<usize>(table + FORCE_Z) + at, <f32>forceFor(bestZ, vz));
  }
  return end;
}

function velocityX(at: usize): f64 {
  return <f64>load<f32>(load<usize>(table + FRONT_VELOCITY_X) + at);
}

function velocityY(at: usize): f64 {
  return <f64>load<f32>(load<usize>(table + FRONT_VELOCITY_Y) + at);
}

function velocityZ(at: usize): f64 {
  return <f64>load<f32>(load<usize>(table + FRONT_VELOCITY_Z) + at);
}

/** Sets the preferred velocity. Twin of preferInto. */
function prefer(at: usize): void {
  const x = <f64>load<f32>(load<usize>(table + FORCE_X) + at) * factor;
  const y = <f64>load<f32>(load<usize>(table + FORCE_Y) + at) * factor;
  const z = <f64>load<f32>(load<usize>(table + FORCE_Z) + at) * factor;
  const force = sqrt(x * x + y * y + z * z);
  const push = ((force > maxForce ? maxForce / force : 1) / mass) * dt;
  const rest = 1 - damping * dt;
  wantedX = vx * rest + x * push;
  wantedY = vy * rest + y * push;
  wantedZ = vz * rest + z * push;
  const bend = BEND * wantedSpeed();
  draw(seed, 0, load<i32>(load<usize>(table + FRONT_ID) + at), stream);
  wantedX += bend * signed(randomX);
  wantedY += bend * signed(randomY);
  if (space) wantedZ += bend * signed(randomZ);
}

function wantedSpeed(): f64 {
  return sqrt(wantedX * wantedX + wantedY * wantedY + wantedZ * wantedZ);
}

function forceFor(wanted: f64, now: f64): f64 {
  return (mass * ((wanted - now) * inverseDt + damping * now)) / factor;
}

function leastAlong(gap: f64, share: f64): f64 {
  return gap < 0 && gap > -TOUCH ? 0 : -gap * share * inverseDt;
}

function addWalls(row: usize, at: usize): usize {
  const grid = load<usize>(table + GRID);
  if (load<i32>(grid + GRID_BOUNDS) != CONTAIN) return row;
  const x = load<f32>(load<usize>(table + FRONT_POSITION_X) + at);
  const y = load<f32>(load<usize>(table + FRONT_POSITION_Y) + at);
  const z = load<f32>(load<usize>(table + FRONT_POSITION_Z) + at);
  row = addPairOfWalls(row, x, load<f32>(grid + GRID_MIN_X), load<f32>(grid + GRID_MAX_X), 1, 0, 0);
  row = addPairOfWalls(row, y, load<f32>(grid + GRID_MIN_Y), load<f32>(grid + GRID_MAX_Y), 0, 1, 0);
  if (!space) return row;
  return addPairOfWalls(
    row,
    z,
    load<f32>(grid + GRID_MIN_Z),
    load<f32>(grid + GRID_MAX_Z),
    0,
    0,
    1,
  );
}

/** Adds the walls on both sides of an agent that is at a coordinate `at` along the axis (x, y, z). */
function addPairOfWalls(row: usize, at: f64, low: f64, high: f64, x: f64, y: f64, z: f64): usize {
  const reach = maxSpeed * dt;
  const below = at - low;
  const above = high - at;
  if (below < reach) row = addHalfSpace(row, x, y, z, leastAlong(below, 1));
  if (above < reach) row = addHalfSpace(row, -x, -y, -z, leastAlong(above, 1));
  return row;
}

/**
 * For each obstacle within reach, adds a row with a half space. Returns the end of the rows. Returns 0 if the rows
 * would extend beyond the address `limit`. Also returns 0 if an obstacle within reach is not a sphere at rest, or if
 * the agent walks.
 */
function addObstacles(row: usize, limit: usize, at: usize): usize {
  const atX = load<f32>(load<usize>(table + FRONT_POSITION_X) + at);
  const atY = load<f32>(load<usize>(table + FRONT_POSITION_Y) + at);
  const atZ = load<f32>(load<usize>(table + FRONT_POSITION_Z) + at);
  for (let record = records; record < recordsEnd; record += 32) {
    if (flat || load<f32>(record) != SPHERE) {
      const met = mayTouch(record, f32x4.splat(atX), f32x4.splat(atY), f32x4.splat(atZ));
      if (v128.any_true(met)) return 0;
      continue;
    }
    const x = <f64>load<f32>(record, 4) - <f64>atX;
    const y = <f64>load<f32>(record, 8) - <f64>atY;
    const z = <f64>load<f32>(record, 12) - <f64>atZ;
    if (abs(x) >= horizonX || abs(y) >= horizonY || abs(z) >= horizonZ) continue;
    const sum = <f64>load<f32>(record, 28) + body;
    const far = sum + maxSpeed * obstacleHorizon;
    const squared = x * x + y * y + z * z;
    if (squared >= far * far) continue;
    if (row >= limit) return 0;
    if (squared <= sum * sum) {
      const distance = sqrt(squared);
      const inverse: f64 = distance > 0 ? -1 / distance : 0;
      const bound = leastAlong(distance - sum, 1);
      row = addHalfSpace(row, distance > 0 ? x * inverse : 1, y * inverse, z * inverse, bound);
    } else {
      row = addNeighbor(row, x, y, z, vx, vy, vz, sum, 1, 1, 1 / obstacleHorizon);
    }
  }
  return row;
}

function bodiesOf(at: usize): f64 {
  const kind = <usize>load<u8>(load<usize>(table + FRONT_SPECIES) + (at >> 2));
  return body + <f64>load<f32>(radii + kind * RECORD);
}

function reciprocates(at: usize): bool {
  return ((reciprocal >>> load<u8>(load<usize>(table + FRONT_SPECIES) + (at >> 2))) & 1) == 1;
}

/** Twin of partInto in src/steering/orca/orca-law.ts. */
function slackFor(at: usize): f64 {
  if (!reciprocates(at)) return 1;
  const kind = <usize>load<u8>(load<usize>(table + FRONT_SPECIES) + (at >> 2));
  const other = <f64>load<f32>(radii + kind * RECORD + priorityAt);
  return min<f64>(1, max<f64>(0, 0.5 * (1 + (priority - other))));
}

function addContacts(row: usize, count: i32): usize {
  const reach = maxSpeed * dt;
  for (let k = 0; k < count; k++) {
    // Sorted: those farther away cannot be touched either.
    if (<f64>squaredOf(k) > touch * touch * 1.000001) {
      // The distances of walkers are not in order.
      if (flat) continue;
      break;
    }
    const j = offsetOf(k);
    if (!reciprocates(j)) continue;
    const x = awayX(k);
    const y = awayY(k);
    const z = awayZ(k);
    const sum = bodiesOf(j);
    const squared = x * x + y * y + z * z;
    const far = sum + 2 * reach;
    if (squared >= far * far) continue;
    const distance = sqrt(squared);
    const inverse = -1 / distance;
    row = addHalfSpace(row, x * inverse, y * inverse, z * inverse, leastAlong(distance - sum, 0.5));
  }
  return row;
}

function addNeighbors(row: usize, count: i32): usize {
  const speed = wantedSpeed();
  const along = vx * wantedX + vy * wantedY + vz * wantedZ;
  const full = maxSpeed * speed;
  const progress: f64 = along >= full ? 1 : along > 0 ? along / full : 0;
  const slow = yields && progress < SLOW;
  const ownMargin = slow ? margin * progress : margin;
  const least = LEAST_GAP * body;
  const gap = max(ownMargin, least);
  if (space && !slow) return addSpaces(row, count, ownMargin);
  for (let k = 0; k < count; k++) {
    const j = offsetOf(k);
    const ux = vx - velocityX(j);
    const uy = vy - velocityY(j);
    const uz = vz - velocityZ(j);
    const slack = slackFor(j);
    const share: f64 = reciprocates(j) ? 1 - slack : 1;
    const x = awayX(k);
    const y = awayY(k);
    const z = awayZ(k);
    const bodies = bodiesOf(j);
    let sum = bodies + ownMargin;
    const apart = x * x + y * y + z * z;
    if (slow && apart > bodies * bodies && apart < (bodies + gap) * (bodies + gap)) {
      const distance = sqrt(apart);
      if (x * wantedX + y * wantedY + z * wantedZ > AHEAD * (distance * speed)) {
        const nx = -x / distance;
        const ny = -y / distance;
        const nz = -z / distance;
        const change = (bodies + gap - distance) * RATE - (nx * ux + ny * uy + nz * uz);
        row = addHalfSpace(
          row,
          nx,
          ny,
          nz,
          nx * vx + ny * vy + nz * vz + (change > 0 ? share : slack) * change,
        );
        continue;
      }
      sum = bodies;
    }
    row = addNeighbor(row, x, y, z, ux, uy, uz, sum, share, slack, inverseHorizon);
  }
  return row;
}

/** Changes the preferred velocity. Twin of giveWay in src/steering/orca/give-way.ts. */
function giveWay(at: usize, count: i32): void {
  const speed = wantedSpeed();
  if (speed == 0) return;
  if (!space && keepRight > 0 && isFaced(count, speed)) {
    const x = wantedX;
    const y = wantedY;
    const shrink = 1 / sqrt(1 + keepRight * keepRight);
    wantedX = shrink * (x + keepRight * y);
    wantedY = shrink * (y - keepRight * x);
  }
  const near = PRESSED * body;
  if (
    vx * wantedX + vy * wantedY + vz * wantedZ < HELD * (speed * speed) &&
    count > 0 &&
    <f64>squaredOf(0) < near * near
  ) {
    draw(seed, second, load<i32>(load<usize>(table + FRONT_ID) + at), stream + 1);
    if (randomX >>> 30 == 0) {
      const x = wantedX;
      const y = wantedY;
      const aside: f64 = space ? 0 : randomX & 0x20000000 ? 1 : -1;
      wantedX = -BACK * (x + aside * y);
      wantedY = -BACK * (y - aside * x);
      wantedZ = -BACK * wantedZ;
    }
  }
  if (headway > 0) keepHeadway(count);
}

function isFaced(count: i32, speed: f64): bool {
  const least = -TOWARD * (speed * speed);
  for (let k = 0; k < count; k++) {
    if (awayX(k) * wantedX + awayY(k) * wantedY <= 0) continue;
    const j = offsetOf(k);
    if (velocityX(j) * wantedX + velocityY(j) * wantedY < least) return true;
  }
  return false;
}

function keepHeadway(count: i32): void {
  const speed = wantedSpeed();
  let fastest = speed;
  for (let k = 0; k < count; k++) {
    const distance = sqrt(<f64>squaredOf(k));
    const along = awayX(k) * wantedX + awayY(k) * wantedY + awayZ(k) * wantedZ;
    if (along < LANE * (distance * speed)) continue;
    const gap = (distance - 2 * body) / headway;
    if (gap < fastest) fastest = gap;
  }
  if (fastest >= speed) return;
  const share: f64 = fastest > CRAWL * speed ? fastest / speed : CRAWL;
  wantedX = share * wantedX;
  wantedY = share * wantedY;
  wantedZ = share * wantedZ;
}

/** Adds the half spaces of all neighbors in space, two at a time. Half spaces that are one too many are overwritten. */
function addSpaces(row: usize, count: i32, ownMargin: f64): usize {
  const columnX = load<usize>(table + FRONT_VELOCITY_X);
  const columnY = load<usize>(table + FRONT_VELOCITY_Y);
  const columnZ = load<usize>(table + FRONT_VELOCITY_Z);
  const ownX = f64x2.splat(vx);
  const ownY = f64x2.splat(vy);
  const ownZ = f64x2.splat(vz);
  for (let k = 0; k < count; k += 2) {
    const one = offsetOf(k);
    const two = offsetOf(k + 1);
    const slackOne = slackFor(one);
    const slackTwo = slackFor(two);
    addPlanes(
      row + <usize>k * ROW,
      twoAwayX(k),
      twoAwayY(k),
      twoAwayZ(k),
      f64x2.sub(ownX, f64x2.promote_low_f32x4(twoOf(columnX, k))),
      f64x2.sub(ownY, f64x2.promote_low_f32x4(twoOf(columnY, k))),
      f64x2.sub(ownZ, f64x2.promote_low_f32x4(twoOf(columnZ, k))),
      f64x2.add(pair(bodiesOf(one), bodiesOf(two)), f64x2.splat(ownMargin)),
      pair(reciprocates(one) ? 1 - slackOne : 1, reciprocates(two) ? 1 - slackTwo : 1),
      pair(slackOne, slackTwo),
      f64x2.splat(inverseHorizon),
    );
  }
  return row + <usize>count * ROW;
}

function pair(one: f64, two: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(one), 1, two);
}
