import { LIMITS } from '../schema/limits.ts';
import { type CheckedOptions, GroundError } from './options.ts';

/** Triangles of a level, as three.js and glTF have them: y is up. */
export interface Triangles {
  /** x, y and z of each vertex in turn (m). */
  readonly positions: ArrayLike<number>;
  /** Three vertices for each triangle, counterclockwise as seen from its front. Default: 0, 1, 2, and so on. */
  readonly indices?: ArrayLike<number>;
  /** Where they are: a matrix of 4 x 4, column by column. Default: where their positions are. */
  readonly matrix?: ArrayLike<number>;
  /** The side on which bodies walk; with `both`, the one that faces up. Default: `front`. */
  readonly side?: 'front' | 'back' | 'both';
}

/** All triangles of a level, with their front up where bodies walk. */
export interface Merged {
  readonly positions: number[];
  readonly indices: number[];
}

/** @throws GroundError LEVEL_INVALID */
export function mergeParts(parts: readonly Triangles[]): Merged {
  const merged: Merged = { positions: [], indices: [] };
  parts.forEach((part, index) => {
    addPart(merged, part, parts.length > 1 ? `part ${index}, ` : '');
  });
  if (merged.indices.length === 0) refuse('found no triangles, expected at least one');
  return merged;
}

function addPart({ positions, indices }: Merged, part: Triangles, name: string): void {
  const first = positions.length / 3;
  const count = Math.floor(part.positions.length / 3);
  const m = part.matrix ?? [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  for (let k = 0; k < count; k++) {
    const [x, y, z] = [0, 1, 2].map((axis) => part.positions[3 * k + axis]);
    for (let row = 0; row < 3; row++) {
      const value = m[row] * x + m[row + 4] * y + m[row + 8] * z + m[row + 12];
      if (!(Math.abs(value) <= LIMITS.coordinate)) {
        const expected = `-${LIMITS.coordinate} to ${LIMITS.coordinate}`;
        refuse(`${name}vertex ${k}: found a coordinate of ${value}, expected ${expected}`);
      }
      positions.push(value);
    }
  }
  const used = part.indices ?? Array.from({ length: count }, (_, k) => k);
  if (used.length % 3 !== 0) {
    refuse(`${name}found ${used.length} indices, expected three for each triangle`);
  }
  // A mirrored part shows its other side.
  const turned = (part.side === 'back') !== determinantOf(m) < 0;
  for (let k = 0; k < used.length; k += 3) {
    const corners = [used[k], used[k + 1], used[k + 2]];
    corners.forEach((vertex, at) => {
      if (Number.isInteger(vertex) && vertex >= 0 && vertex < count) return;
      refuse(`${name}index ${k + at}: found ${vertex}, expected a vertex, 0 to ${count - 1}`);
    });
    const placed = corners.map((vertex) => first + vertex);
    const isUp = part.side === 'both' ? facesUp(positions, placed) : !turned;
    indices.push(...(isUp ? placed : placed.reverse()));
  }
}

function determinantOf(m: ArrayLike<number>): number {
  return (
    m[0] * (m[5] * m[10] - m[9] * m[6]) -
    m[4] * (m[1] * m[10] - m[9] * m[2]) +
    m[8] * (m[1] * m[6] - m[5] * m[2])
  );
}

/** Whether the front of a triangle is up. */
function facesUp(positions: readonly number[], [a, b, c]: readonly number[]): boolean {
  const [x, z] = [positions[3 * a], positions[3 * a + 2]];
  const [ux, uz] = [positions[3 * b] - x, positions[3 * b + 2] - z];
  const [vx, vz] = [positions[3 * c] - x, positions[3 * c + 2] - z];
  return uz * vx - ux * vz >= 0;
}

function refuse(message: string): never {
  throw new GroundError('LEVEL_INVALID', message);
}

/**
 * Returns a function that gives the height of a level's surface (m) at a place of the scenario's plan. Of those there
 * it is the one nearest to a height that is about known, or this if all are farther off it than a step. navcat knows
 * heights only to a cell, so feet would be in the floor.
 */
export function surfaceOf(
  { positions, indices }: Merged,
  { climb, cellSize }: CheckedOptions,
): (x: number, y: number, known: number) => number {
  const size = Math.max(8 * cellSize, extentOf(positions) / 256);
  const squares = new Map<number, number[]>();
  const at = (value: number): number => Math.floor(value / size);
  const keyOf = (column: number, row: number): number => 1024 * column + row;
  const x = (corner: number): number => positions[3 * indices[corner]];
  const y = (corner: number): number => -positions[3 * indices[corner] + 2];
  const z = (corner: number): number => positions[3 * indices[corner] + 1];
  for (let first = 0; first < indices.length; first += 3) {
    const xs = [x(first), x(first + 1), x(first + 2)];
    const ys = [y(first), y(first + 1), y(first + 2)];
    for (let column = at(Math.min(...xs)); column <= at(Math.max(...xs)); column++) {
      for (let row = at(Math.min(...ys)); row <= at(Math.max(...ys)); row++) {
        const square = squares.get(keyOf(column, row));
        if (square === undefined) squares.set(keyOf(column, row), [first]);
        else square.push(first);
      }
    }
  }
  const most = Math.max(climb, 2 * cellSize);
  return (px, py, known) => {
    let found = known;
    let least = most;
    for (const a of squares.get(keyOf(at(px), at(py))) ?? []) {
      const [ax, ay] = [px - x(a), py - y(a)];
      const [bx, by] = [x(a + 1) - x(a), y(a + 1) - y(a)];
      const [cx, cy] = [x(a + 2) - x(a), y(a + 2) - y(a)];
      const area = bx * cy - by * cx;
      if (area === 0) continue;
      const ofB = (ax * cy - ay * cx) / area;
      const ofC = (bx * ay - by * ax) / area;
      if (!(ofB >= -1e-6 && ofC >= -1e-6 && ofB + ofC <= 1 + 1e-6)) continue;
      const height = z(a) + ofB * (z(a + 1) - z(a)) + ofC * (z(a + 2) - z(a));
      if (Math.abs(height - known) >= least) continue;
      least = Math.abs(height - known);
      found = height;
    }
    return found;
  };
}

/** The largest coordinate of a level in the plan (m). */
function extentOf(positions: ArrayLike<number>): number {
  let most = 0;
  for (let k = 0; k + 2 < positions.length; k += 3) {
    most = Math.max(most, Math.abs(positions[k]), Math.abs(positions[k + 2]));
  }
  return most;
}
