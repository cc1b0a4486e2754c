import { columnOf, rowOf } from '../path/mesh/bins.ts';
import type { NavMesh } from '../path/mesh/nav-mesh.ts';
import { meshIn } from '../world/mesh.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Course } from './course.ts';

/** The ground of a world as something that courses hit. Each thread has its own. */
export interface Surface {
  readonly mesh: NavMesh;
  /** The lowest and the highest point of the ground (m): x, y and z of each. */
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** For each polygon, its lowest and its highest z (m). */
  readonly bottom: Float32Array;
  readonly top: Float32Array;
  /** For each polygon, the last search that visited it. */
  readonly visited: Uint32Array;
  /** The number of searches so far. */
  searches: number;
  /** The distance (m) up to which a point counts as on the ground, as walkers are: the `hair` of the mesh. */
  readonly level: number;
}

const surfaces = new WeakMap<NavMesh, Surface>();

/** The ground of a world; undefined if it has none, or only a flat mesh. */
export function surfaceOf(world: SharedWorld): Surface | undefined {
  if (world.plan.mesh === undefined || world.plan.dimensions === 2) return undefined;
  const mesh = meshIn(world);
  const surface = surfaces.get(mesh) ?? surfaceOver(mesh);
  surfaces.set(mesh, surface);
  return surface;
}

function surfaceOver(mesh: NavMesh): Surface {
  const { polygons, first, z, hair, bins } = mesh;
  const bottom = new Float32Array(polygons);
  const top = new Float32Array(polygons);
  let [low, high] = [z[0], z[0]];
  for (let p = 0; p < polygons; p++) {
    [bottom[p], top[p]] = [z[first[p]], z[first[p]]];
    for (let c = first[p] + 1; c < first[p + 1]; c++) {
      bottom[p] = Math.min(bottom[p], z[c]);
      top[p] = Math.max(top[p], z[c]);
    }
    low = Math.min(low, bottom[p]);
    high = Math.max(high, top[p]);
  }
  const { left, low: front, columns, rows, size } = bins;
  return {
    mesh,
    low: [left, front, low],
    high: [left + columns * size, front + rows * size, high],
    bottom,
    top,
    visited: new Uint32Array(polygons),
    searches: 0,
    level: hair,
  };
}

/**
 * Calls `visit` once for each polygon that a course may meet, and possibly for more polygons. Follows the course over
 * the squares of the mesh: line by line, along the axis of the plan on which it is faster.
 *
 * @param admits whether anything is wanted that is at least this far along the course (m)
 */
export function polygonsAlong(
  surface: Surface,
  { from, direction, length, radius }: Course,
  admits: (way: number) => boolean,
  visit: (polygon: number) => void,
): void {
  const { mesh, bottom, top, visited, level } = surface;
  const { left, low, size, columns, first, polygon } = mesh.bins;
  // After this many searches, marks could be those of an earlier one.
  if (surface.searches === 0xffffffff) {
    visited.fill(0);
    surface.searches = 0;
  }
  const search = ++surface.searches;
  const reach = radius + level;
  const onX = Math.abs(direction[0]) >= Math.abs(direction[1]);
  const [fast, slow] = onX ? [0, 1] : [1, 0];
  const n = direction[fast];
  const lineOf = onX ? columnOf : rowOf;
  const besideOf = onX ? rowOf : columnOf;
  const step = n < 0 ? -1 : 1;
  const start = from[fast];
  const end = n === 0 ? start : start + n * length;
  const last = lineOf(mesh.bins, end + step * reach);
  for (let line = lineOf(mesh.bins, start - step * reach); ; line += step) {
    const near = (onX ? left : low) + line * size - reach;
    const far = near + size + 2 * reach;
    const enter = n === 0 ? 0 : Math.max(0, ((n > 0 ? near : far) - start) / n);
    const leave = n === 0 ? length : Math.min(length, ((n > 0 ? far : near) - start) / n);
    if (!admits(enter)) return;
    if (enter <= leave) {
      const [a, b] = [at(from, direction, slow, enter), at(from, direction, slow, leave)];
      const [c, d] = [at(from, direction, 2, enter), at(from, direction, 2, leave)];
      const [lowest, highest] = [Math.min(c, d) - reach, Math.max(c, d) + reach];
      const to = besideOf(mesh.bins, Math.max(a, b) + reach);
      for (let other = besideOf(mesh.bins, Math.min(a, b) - reach); other <= to; other++) {
        const square = onX ? other * columns + line : line * columns + other;
        for (let k = first[square]; k < first[square + 1]; k++) {
          const p = polygon[k];
          if (visited[p] === search || bottom[p] > highest || top[p] < lowest) continue;
          visited[p] = search;
          visit(p);
        }
      }
    }
    if (step * (last - line) <= 0) return;
  }
}

/** A coordinate of the point of a course after `way` (m), which may be infinite. */
function at(from: Float64Array, direction: Float64Array, axis: number, way: number): number {
  return direction[axis] === 0 ? from[axis] : from[axis] + way * direction[axis];
}
