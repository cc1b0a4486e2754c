/**
 * Twin of src/steering/orca/steer-orca.ts in two dimensions. Finds neighbors with SIMD, and computes half planes and
 * linear programs in f64. Leaves rare cases to TypeScript:
 *
 * - two agents at the same position
 * - too many obstacles
 * - obstacles that move, or that are not spheres
 * - a crowd in which an agent may touch more agents than its list of neighbors holds
 */

import { mayTouch, SPHERE } from './avoiding';
import {
  FORCE_X,
  FORCE_Y,
  FORCE_Z,
  FRONT_ID,
  FRONT_POSITION_X,
  FRONT_POSITION_Y,
  FRONT_SPECIES,
  FRONT_SPECIES_PARAMETERS,
  FRONT_STATUS,
  FRONT_VELOCITY_X,
  FRONT_VELOCITY_Y,
  GRID,
  GRID_BOUNDS,
  GRID_MAX_X,
  GRID_MAX_Y,
  GRID_MIN_X,
  GRID_MIN_Y,
  ORCA_ROOM_BISECTORS,
  ORCA_ROOM_KEYS,
  ORCA_ROOM_LINES,
  ORCA_ROOM_OBSTACLES,
  ROLE,
} from './columns';
import { findNearest, offsetX, offsetY, openNearest, placeOf, squaredOf } from './nearest';
import { addLine, bestX, bestY, findSafe } from './orca-program';
import { draw, randomX, randomY, signed } from './random';

const BEND: f64 = 1e-3;
// As in src/steering/orca/give-way.ts.
const SLOW: f64 = 0.5;
const AHEAD: f64 = 0.5;
const ROOM: f64 = 0.4;
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
const CONTAIN: i32 = 2;

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
let seed: i32 = 0;
let stream: i32 = 0;
let dt: f64 = 0;
let inverseDt: f64 = 0;
let records: usize = 0;
let recordsEnd: usize = 0;
// The offsets at which the images of obstacles on a torus are too far away to be seen (m).
let horizonX: f64 = 0;
let horizonY: f64 = 0;
let radius: f32 = 0;
let mask: i32 = 0;
let most: i32 = 0;
let headway: f64 = 0;
let keepRight: f64 = 0;
let yields: bool = false;
let second: i32 = 0;
/** The preferred velocity of the agent that is steered. */
let wantedX: f64 = 0;
let wantedY: f64 = 0;

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
}

/**
 * Sets the obstacles near the agents that are steered next: `count` records of src/simd/obstacle-records.ts, from
 * address `first` on. Obstacles whose centers are `farX` (m) or more along x, or `farY` (m) or more along y, from an
 * agent are not seen by that agent.
 */
export function setOrcaObstacles(first: usize, count: i32, farX: f32, farY: f32): void {
  records = first;
  horizonX = farX;
  horizonY = farY;
  recordsEnd = first + ((<usize>count) << 5);
}

/**
 * Steers the agents in places [begin, end), up to the first agent that it cannot steer. `radiusAt` is the byte offset
 * of the radius in the row of a species. `room` is the worker's own memory, see ORCA_ROOM in src/world/sizes.ts.
 *
 * @returns the place of the first agent that the caller must steer instead; `end` if there is none
 */
export function steerOrca(
  addresses: usize,
  room: usize,
  begin: i32,
  end: i32,
  role: i32,
  radiusAt: usize,
): i32 {
  table = addresses;
  radii = load<usize>(table + FRONT_SPECIES_PARAMETERS) + radiusAt;
  const lines = room + ORCA_ROOM_LINES;
  openNearest(table, room + ORCA_ROOM_KEYS, radius, mask, most);
  const kinds = load<usize>(table + ROLE);
  const states = load<usize>(table + FRONT_STATUS);
  for (let i = begin; i < end; i++) {
    if (load<u8>(kinds + i) != role || load<u8>(states + i) != 1) continue;
    const at = (<usize>i) << 2;
    const vx = <f64>load<f32>(load<usize>(table + FRONT_VELOCITY_X) + at);
    const vy = <f64>load<f32>(load<usize>(table + FRONT_VELOCITY_Y) + at);
    let to = addWalls(lines, at);
    to = addObstacles(to, room + ORCA_ROOM_OBSTACLES, at, vx, vy);
    if (to == 0) return i;
    const count = findNearest(i);
    if (count == most && <f64>squaredOf(count - 1) < touch * touch) return i;
    if (count > 0 && squaredOf(0) == 0) return i;
    to = addContacts(to, i, count);
    const firm = to;
    const forceX = load<usize>(table + FORCE_X) + at;
    const forceY = load<usize>(table + FORCE_Y) + at;
    const x = <f64>load<f32>(forceX) * factor;
    const y = <f64>load<f32>(forceY) * factor;
    const force = sqrt(x * x + y * y);
    const push = ((force > maxForce ? maxForce / force : 1) / mass) * dt;
    const rest = 1 - damping * dt;
    wantedX = vx * rest + x * push;
    wantedY = vy * rest + y * push;
    const bend = BEND * sqrt(wantedX * wantedX + wantedY * wantedY);
    draw(seed, 0, load<i32>(load<usize>(table + FRONT_ID) + at), stream);
    wantedX += bend * signed(randomX);
    wantedY += bend * signed(randomY);
    to = addNeighbors(to, i, count, vx, vy);
    giveWay(i, count, vx, vy);
    findSafe(lines, firm, to, room + ORCA_ROOM_BISECTORS, maxSpeed, wantedX, wantedY);
    store<f32>(forceX, <f32>forceFor(bestX, vx));
    store<f32>(forceY, <f32>forceFor(bestY, vy));
    store<f32>(load<usize>(table + FORCE_Z) + at, 0);
  }
  return end;
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
  const reach = maxSpeed * dt;
  const x = <f64>load<f32>(load<usize>(table + FRONT_POSITION_X) + at);
  const y = <f64>load<f32>(load<usize>(table + FRONT_POSITION_Y) + at);
  const left = x - <f64>load<f32>(grid + GRID_MIN_X);
  const right = <f64>load<f32>(grid + GRID_MAX_X) - x;
  const below = y - <f64>load<f32>(grid + GRID_MIN_Y);
  const above = <f64>load<f32>(grid + GRID_MAX_Y) - y;
  if (left < reach) row = addLine(row, 1, 0, leastAlong(left, 1));
  if (right < reach) row = addLine(row, -1, 0, leastAlong(right, 1));
  if (below < reach) row = addLine(row, 0, 1, leastAlong(below, 1));
  if (above < reach) row = addLine(row, 0, -1, leastAlong(above, 1));
  return row;
}

/**
 * For each obstacle within reach, adds a row with a half plane. Returns the end of the rows. Returns 0 if the rows
 * would extend beyond the address `limit`. Also returns 0 if an obstacle within reach is not a sphere at rest.
 */
function addObstacles(row: usize, limit: usize, at: usize, vx: f64, vy: f64): usize {
  const splatX = v128.load_splat<f32>(load<usize>(table + FRONT_POSITION_X) + at);
  const splatY = v128.load_splat<f32>(load<usize>(table + FRONT_POSITION_Y) + at);
  const px = <f64>load<f32>(load<usize>(table + FRONT_POSITION_X) + at);
  const py = <f64>load<f32>(load<usize>(table + FRONT_POSITION_Y) + at);
  for (let record = records; record < recordsEnd; record += 32) {
    if (load<f32>(record) != SPHERE) {
      if (v128.any_true(mayTouch(record, splatX, splatY, f32x4.splat(0)))) return 0;
      continue;
    }
    const x = <f64>load<f32>(record, 4) - px;
    const y = <f64>load<f32>(record, 8) - py;
    if (abs(x) >= horizonX || abs(y) >= horizonY) continue;
    const sum = <f64>load<f32>(record, 28) + body;
    const far = sum + maxSpeed * obstacleHorizon;
    const squared = x * x + y * y;
    if (squared >= far * far) continue;
    if (row >= limit) return 0;
    if (squared <= sum * sum) {
      const distance = sqrt(squared);
      const inverse: f64 = distance > 0 ? -1 / distance : 0;
      const bound = leastAlong(distance - sum, 1);
      row = addLine(row, distance > 0 ? x * inverse : 1, y * inverse, bound);
    } else {
      row = addNeighbor(row, x, y, vx, vy, vx, vy, sum, 1, 1 / obstacleHorizon);
    }
  }
  return row;
}

function bodiesOf(place: i32): f64 {
  const kind = <usize>load<u8>(load<usize>(table + FRONT_SPECIES) + place);
  return body + <f64>load<f32>(radii + kind * RECORD);
}

function reciprocates(place: i32): bool {
  return ((reciprocal >>> load<u8>(load<usize>(table + FRONT_SPECIES) + place)) & 1) == 1;
}

function addContacts(row: usize, i: i32, count: i32): usize {
  const reach = maxSpeed * dt;
  for (let k = 0; k < count; k++) {
    // Sorted: nobody farther away can be touched either.
    if (<f64>squaredOf(k) > touch * touch * 1.000001) break;
    const j = placeOf(k);
    if (!reciprocates(j)) continue;
    const x = <f64>offsetX(k, i);
    const y = <f64>offsetY(k, i);
    const sum = bodiesOf(j);
    const squared = x * x + y * y;
    const far = sum + 2 * reach;
    if (squared >= far * far) continue;
    const distance = sqrt(squared);
    const inverse = -1 / distance;
    row = addLine(row, x * inverse, y * inverse, leastAlong(distance - sum, 0.5));
  }
  return row;
}

function addNeighbors(row: usize, i: i32, count: i32, vx: f64, vy: f64): usize {
  const velocityX = load<usize>(table + FRONT_VELOCITY_X);
  const velocityY = load<usize>(table + FRONT_VELOCITY_Y);
  const speed = sqrt(wantedX * wantedX + wantedY * wantedY);
  const along = vx * wantedX + vy * wantedY;
  const full = maxSpeed * speed;
  const progress: f64 = along >= full ? 1 : along > 0 ? along / full : 0;
  const slow = yields && progress < SLOW;
  const ownMargin = slow ? margin * progress : margin;
  const least = ROOM * body;
  const room = max(ownMargin, least);
  for (let k = 0; k < count; k++) {
    const j = placeOf(k);
    const ux = vx - <f64>load<f32>(velocityX + ((<usize>j) << 2));
    const uy = vy - <f64>load<f32>(velocityY + ((<usize>j) << 2));
    const share: f64 = reciprocates(j) ? 0.5 : 1;
    const x = <f64>offsetX(k, i);
    const y = <f64>offsetY(k, i);
    const bodies = bodiesOf(j);
    let sum = bodies + ownMargin;
    const apart = x * x + y * y;
    if (slow && apart > bodies * bodies && apart < (bodies + room) * (bodies + room)) {
      const distance = sqrt(apart);
      if (x * wantedX + y * wantedY > AHEAD * (distance * speed)) {
        const nx = -x / distance;
        const ny = -y / distance;
        const change = (bodies + room - distance) * RATE - (nx * ux + ny * uy);
        row = addLine(row, nx, ny, nx * vx + ny * vy + share * change);
        continue;
      }
      sum = bodies;
    }
    row = addNeighbor(row, x, y, ux, uy, vx, vy, sum, share, inverseHorizon);
  }
  return row;
}

/** Changes the preferred velocity. Twin of giveWay in src/steering/orca/give-way.ts. */
function giveWay(i: i32, count: i32, vx: f64, vy: f64): void {
  const speed = sqrt(wantedX * wantedX + wantedY * wantedY);
  if (speed == 0) return;
  if (keepRight > 0 && isFaced(i, count, speed)) {
    const x = wantedX;
    const y = wantedY;
    const shrink = 1 / sqrt(1 + keepRight * keepRight);
    wantedX = shrink * (x + keepRight * y);
    wantedY = shrink * (y - keepRight * x);
  }
  const near = PRESSED * body;
  if (
    vx * wantedX + vy * wantedY < HELD * (speed * speed) &&
    count > 0 &&
    <f64>squaredOf(0) < near * near
  ) {
    draw(seed, second, load<i32>(load<usize>(table + FRONT_ID) + ((<usize>i) << 2)), stream + 1);
    if (randomX >>> 30 == 0) {
      const x = wantedX;
      const y = wantedY;
      const aside: f64 = randomX & 0x20000000 ? 1 : -1;
      wantedX = -BACK * (x + aside * y);
      wantedY = -BACK * (y - aside * x);
    }
  }
  if (headway > 0) keepHeadway(i, count);
}

function isFaced(i: i32, count: i32, speed: f64): bool {
  const velocityX = load<usize>(table + FRONT_VELOCITY_X);
  const velocityY = load<usize>(table + FRONT_VELOCITY_Y);
  const least = -TOWARD * (speed * speed);
  for (let k = 0; k < count; k++) {
    if (<f64>offsetX(k, i) * wantedX + <f64>offsetY(k, i) * wantedY <= 0) continue;
    const j = (<usize>placeOf(k)) << 2;
    const x = <f64>load<f32>(velocityX + j);
    const y = <f64>load<f32>(velocityY + j);
    if (x * wantedX + y * wantedY < least) return true;
  }
  return false;
}

function keepHeadway(i: i32, count: i32): void {
  const speed = sqrt(wantedX * wantedX + wantedY * wantedY);
  let fastest = speed;
  for (let k = 0; k < count; k++) {
    const distance = sqrt(<f64>squaredOf(k));
    const along = <f64>offsetX(k, i) * wantedX + <f64>offsetY(k, i) * wantedY;
    if (along < LANE * (distance * speed)) continue;
    const room = (distance - 2 * body) / headway;
    if (room < fastest) fastest = room;
  }
  if (fastest >= speed) return;
  const share: f64 = fastest > CRAWL * speed ? fastest / speed : CRAWL;
  wantedX = share * wantedX;
  wantedY = share * wantedY;
}

/** Adds the half plane of one neighbor. Twin of addNeighborLine in src/steering/orca/lines.ts. */
function addNeighbor(
  row: usize,
  x: f64,
  y: f64,
  ux: f64,
  uy: f64,
  vx: f64,
  vy: f64,
  sum: f64,
  share: f64,
  perHorizon: f64,
): usize {
  const squared = x * x + y * y;
  const apart = squared - sum * sum;
  const rate = apart > 0 ? perHorizon : inverseDt;
  const wx = ux - x * rate;
  const wy = uy - y * rate;
  const along = wx * x + wy * y;
  const length = wx * wx + wy * wy;
  let nx: f64 = 0;
  let ny: f64 = 0;
  let change: f64 = 0;
  if (apart <= 0 || (along < 0 && along * along > sum * sum * length)) {
    const distance = sqrt(length);
    const inverse = distance > 0 ? 1 / distance : -1 / sqrt(squared);
    nx = (distance > 0 ? wx : x) * inverse;
    ny = (distance > 0 ? wy : y) * inverse;
    change = sum * rate - distance;
  } else {
    const leg = sqrt(apart);
    const inverse = 1 / squared;
    if (x * uy - y * ux > 0) {
      nx = -(x * sum + y * leg) * inverse;
      ny = (x * leg - y * sum) * inverse;
    } else {
      nx = (y * leg - x * sum) * inverse;
      ny = -(x * leg + y * sum) * inverse;
    }
    change = -(nx * ux + ny * uy);
  }
  return addLine(row, nx, ny, nx * vx + ny * vy + share * change);
}
