import { SPAWN } from '../commands/records.ts';
import { randomInBallInto, type Vector } from '../math/direction.ts';
import { randomInto, STREAM, unit } from '../math/random.ts';
import { createPlace, nearestOnMesh, polygonAt } from '../path/mesh/mesh-place.ts';
import type { State } from './layout.ts';
import { centerX, centerY, isWall, mapCellOf } from './map.ts';
import { meshIn } from './mesh.ts';
import type { OpenCells } from './open-cells.ts';
import type { MapPlan } from './plan.ts';
import { flat, intoBounds } from './points.ts';
import type { SharedWorld } from './world.ts';

type Point = [x: number, y: number, z: number];
type Corner = readonly [number, number, number];

/** The region in which random positions are drawn: a box or a ball; in two dimensions, a rectangle or a disc. */
export type Region =
  | { readonly type: 'box'; readonly min: Corner; readonly max: Corner }
  | { readonly type: 'sphere'; readonly center: Corner; readonly radius: number };

/**
 * Decodes the region of a `spawn` command from the values of the command, which begin at index `at`. `where` tells
 * whether the region is a box or a sphere.
 */
export function regionOf(where: number, values: ArrayLike<number>, at: number): Region {
  const corner = (k: number): Corner => [values[at + k], values[at + k + 1], values[at + k + 2]];
  if (where === SPAWN.box) return { type: 'box', min: corner(0), max: corner(3) };
  return { type: 'sphere', center: corner(0), radius: values[at + 3] };
}

/**
 * The maximum number of random positions that are drawn for one agent. Another position is drawn only if the last one
 * was in a wall, or beside the mesh.
 */
const MAX_DRAWS = 64;

/** The ground on which agents can stand in a region: the map of a state, or a mesh. */
export interface Ground {
  /** Whether an agent can be at a point (m). */
  isOpen(x: number, y: number): boolean;
  /**
   * Returns the point nearest to (x, y, z) (m) where an agent can be. On a map, the result is the center of an open cell.
   * On a mesh, it is a point of the mesh.
   */
  nearest(x: number, y: number, z: number): readonly [x: number, y: number, z: number];
  /** The number of the first draw to try. All draws before it would give positions in walls. */
  readonly firstDraw: number;
}

/** The ground of a world with a mesh. */
export function groundOnMesh(world: SharedWorld): Ground {
  const mesh = meshIn(world);
  const place = createPlace();
  return {
    isOpen: (x, y) => polygonAt(mesh, x, y) >= 0,
    nearest: (x, y, z) => {
      nearestOnMesh(place, mesh, x, y, z);
      return [place.x, place.y, place.z];
    },
    firstDraw: 0,
  };
}

export function groundIn(map: MapPlan, state: State, cells: OpenCells, region: Region): Ground {
  const [min, max] =
    region.type === 'box'
      ? [region.min, region.max]
      : [region.center.map((v) => v - region.radius), region.center.map((v) => v + region.radius)];
  // One more cell on each side, because rounding can move a position.
  const cellAt = (v: number, axis: 0 | 1): number =>
    Math.floor((v - map.origin[axis]) / map.cellSize);
  const [left, low] = [cellAt(min[0], 0) - 1, cellAt(min[1], 1) - 1];
  const [right, high] = [cellAt(max[0], 0) + 1, cellAt(max[1], 1) + 1];
  let open = false;
  for (let row = Math.max(0, low); row <= Math.min(map.height - 1, high) && !open; row++) {
    const from = row * map.width + Math.max(0, left);
    const to = row * map.width + Math.min(map.width - 1, right) + 1;
    open = from < to && state.mapCost.subarray(from, to).some((cost) => cost !== 0);
  }
  return {
    isOpen: (x, y) => !isWall(state, mapCellOf(map, x, y)),
    nearest: (x, y) => {
      const cell = cells.near(state, x, y);
      return [centerX(map, cell), centerY(map, cell), 0];
    },
    firstDraw: open ? 0 : MAX_DRAWS - 1,
  };
}

/**
 * Draws a random position in a region (m). If the position is in a wall of the map, or beside the mesh, draws again. If
 * MAX_DRAWS draws fail, moves the last position to the nearest point where an agent can be.
 */
export function drawPlace(
  world: SharedWorld,
  tick: number,
  ground: Ground | undefined,
  region: Region,
  id: number,
): Point {
  if (ground === undefined) return drawOnce(world, tick, region, id, STREAM.spawnPosition);
  const { firstDraw } = ground;
  let at: Point = [0, 0, 0];
  for (let draw = firstDraw; draw < MAX_DRAWS; draw++) {
    at = drawOnce(world, tick, region, id, STREAM.spawnPosition + draw);
    if (ground.isOpen(at[0], at[1])) return at;
  }
  return intoBounds([...ground.nearest(...at)], world.plan.bounds);
}

const bits = new Uint32Array(4);
const vector: Vector = new Float32Array(3);

function drawOnce(
  { plan }: SharedWorld,
  tick: number,
  region: Region,
  id: number,
  stream: number,
): Point {
  const { seed, dimensions } = plan;
  const at: Point = [0, 0, 0];
  if (region.type === 'box') {
    randomInto(bits, seed, tick, id, stream);
    for (let axis = 0; axis < 3; axis++) {
      const share = unit(bits[axis]);
      at[axis] = region.min[axis] + share * (region.max[axis] - region.min[axis]);
    }
  } else {
    randomInBallInto(vector, seed, tick, id, stream, dimensions);
    for (let axis = 0; axis < 3; axis++) {
      at[axis] = region.center[axis] + vector[axis] * region.radius;
    }
  }
  return flat(at, dimensions);
}
