import type { Level } from '../path/mesh/from-navcat.ts';
import type { Point } from '../path/mesh/weld.ts';
import type { CheckedOptions } from './options.ts';

/** The triangles of a level, as three.js and glTF have them: y is up. */
export interface Triangles {
  /** x, y and z of each vertex in turn (m). */
  readonly positions: ArrayLike<number>;
  /** Three vertices for each triangle, counterclockwise as seen from the side on which bodies walk. */
  readonly indices: ArrayLike<number>;
}

/**
 * The surface of a level. A point of the scenario gets the height, of those at it in the plan, that is nearest to its
 * own: navcat knows heights only to a cell, so feet would be in the floor. A point farther than a step off all of them
 * remains.
 */
export function levelOf(
  { positions, indices }: Triangles,
  { climb, cellSize }: CheckedOptions,
): Level {
  const size = Math.max(8 * cellSize, extentOf(positions) / 256);
  const squares = new Map<string, number[]>();
  const at = (value: number): number => Math.floor(value / size);
  const x = (corner: number): number => positions[3 * indices[corner]];
  const y = (corner: number): number => -positions[3 * indices[corner] + 2];
  const z = (corner: number): number => positions[3 * indices[corner] + 1];
  for (let first = 0; first < indices.length; first += 3) {
    const xs = [x(first), x(first + 1), x(first + 2)];
    const ys = [y(first), y(first + 1), y(first + 2)];
    for (let column = at(Math.min(...xs)); column <= at(Math.max(...xs)); column++) {
      for (let row = at(Math.min(...ys)); row <= at(Math.max(...ys)); row++) {
        const key = `${column} ${row}`;
        const square = squares.get(key);
        if (square === undefined) squares.set(key, [first]);
        else square.push(first);
      }
    }
  }
  const most = Math.max(climb, 2 * cellSize);
  const settle = ([px, py, pz]: Point): Point => {
    let found = pz;
    let least = most;
    for (const a of squares.get(`${at(px)} ${at(py)}`) ?? []) {
      const [ax, ay] = [px - x(a), py - y(a)];
      const [bx, by] = [x(a + 1) - x(a), y(a + 1) - y(a)];
      const [cx, cy] = [x(a + 2) - x(a), y(a + 2) - y(a)];
      const area = bx * cy - by * cx;
      if (area === 0) continue;
      const ofB = (ax * cy - ay * cx) / area;
      const ofC = (bx * ay - by * ax) / area;
      if (!(ofB >= -1e-6 && ofC >= -1e-6 && ofB + ofC <= 1 + 1e-6)) continue;
      const height = z(a) + ofB * (z(a + 1) - z(a)) + ofC * (z(a + 2) - z(a));
      if (Math.abs(height - pz) >= least) continue;
      least = Math.abs(height - pz);
      found = height;
    }
    return [px, py, found];
  };
  return { settle, finest: 6 * cellSize };
}

/** The largest coordinate of a level in the plan (m). */
function extentOf(positions: ArrayLike<number>): number {
  let most = 0;
  for (let k = 0; k + 2 < positions.length; k += 3) {
    most = Math.max(most, Math.abs(positions[k]), Math.abs(positions[k + 2]));
  }
  return most;
}
