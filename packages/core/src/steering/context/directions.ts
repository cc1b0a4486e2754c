import { cosine, sine } from '../../math/trigonometry.ts';
import { NEXT } from '../../world/sizes.ts';

/**
 * The slots of a context map. A slot is a direction (a unit vector) for which interest and danger are computed. Each
 * slot has a list of adjacent slots, and coefficients from which the gradient at the slot is computed. Slot s is
 * exactly opposite to slot s + count / 2.
 */
export interface Directions {
  readonly count: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
  /**
   * The slots adjacent to slot s, from index `s * NEXT`. If a slot has fewer than NEXT adjacent slots, its remaining
   * entries are -1.
   */
  readonly next: Int32Array;
  /**
   * Coefficients of the gradient at a slot. Each adjacent slot has a vector (fitX, fitY, fitZ), which is multiplied by
   * a difference. The difference is the value at the adjacent slot minus the value at the slot itself. The gradient is
   * the sum of these products. It is the gradient of the linear function that best fits the values around the slot, by
   * least squares.
   */
  readonly fitX: Float32Array;
  readonly fitY: Float32Array;
  readonly fitZ: Float32Array;
  /** Tangent of the largest angle that a direction can have to its nearest slot. */
  readonly lean: number;
}

/** The slots, as soon as a world has needed them. */
const tables: { [Dimensions in 2 | 3]?: Directions } = {};

/** Returns the slots for a world: 16 slots in the plane, 22.5 degrees apart, or 42 slots on the sphere. */
export function directionsOf(dimensions: 2 | 3): Directions {
  tables[dimensions] ??= dimensions === 2 ? tableOf(circle(), true) : tableOf(icosphere(), false);
  return tables[dimensions];
}

type Point = readonly [number, number, number];

/**
 * Returns 16 points on the unit circle, counterclockwise from the x axis. The first four points are computed. The other
 * points are the first four, turned by exactly 90, 180 and 270 degrees.
 */
function circle(): Point[] {
  const eighth = Math.PI / 8;
  const near = cosine(eighth);
  const far = sine(eighth);
  const middle = Math.sqrt(0.5);
  const quarter = [
    [1, 0],
    [near, far],
    [middle, middle],
    [far, near],
  ] as const;
  return [0, 1, 2, 3].flatMap((turns) =>
    quarter.map(([x, y]): Point => {
      if (turns === 0) return [x, y, 0];
      if (turns === 1) return [0 - y, x, 0];
      return turns === 2 ? [0 - x, 0 - y, 0] : [y, 0 - x, 0];
    }),
  );
}

/**
 * Returns 42 points: six corners of an icosahedron, the middles of 15 of its edges, and the opposites of all of these
 * points. Adjacent points are 31.7 or 36 degrees apart.
 */
function icosphere(): Point[] {
  const golden = (1 + Math.sqrt(5)) / 2;
  const corners = [1, -1].flatMap((side): Point[] => [
    [0, 1, side * golden],
    [1, side * golden, 0],
    [golden, 0, side],
  ]);
  const all = [...corners, ...corners.map(opposite)];
  const middles = corners.flatMap((a, index) =>
    // Corners that share an edge are 2 apart; others are twice the golden ratio or more. An edge from one of these
    // corners to an opposite has another such edge as its own opposite, so only one of the two is taken.
    all.flatMap((b, other): Point[] =>
      other % 6 > index && dot(minus(a, b), minus(a, b)) < 5
        ? [[a[0] + b[0], a[1] + b[1], a[2] + b[2]]]
        : [],
    ),
  );
  const half = [...corners, ...middles].map((point): Point => {
    const length = Math.sqrt(dot(point, point));
    return [point[0] / length, point[1] / length, point[2] / length];
  });
  return [...half, ...half.map(opposite)];
}

function opposite(point: Point): Point {
  return [0 - point[0], 0 - point[1], 0 - point[2]];
}

function tableOf(points: readonly Point[], flat: boolean): Directions {
  const count = points.length;
  const next = new Int32Array(count * NEXT).fill(-1);
  const fit = [0, 1, 2].map(() => new Float32Array(count * NEXT));
  let widest = 1;
  points.forEach((point, slot) => {
    // Up to half as far again as the nearest slot: two slots on the circle, five or six on the sphere.
    const beside = points.flatMap((other, index) =>
      index !== slot && dot(point, other) > (flat ? 0.8 : 0.7) ? [index] : [],
    );
    const offsets = beside.map((index) => minus(points[index], point));
    const rows = inverseOf(momentsOf(offsets, flat));
    beside.forEach((index, place) => {
      next[slot * NEXT + place] = index;
      widest = Math.min(widest, dot(point, points[index]));
      rows.forEach((row, axis) => {
        fit[axis][slot * NEXT + place] = dot(row, offsets[place]);
      });
    });
  });
  // Squared sine of that angle: half way between two slots, or in the middle of three that are as far apart as any.
  const farthest = ((1 - widest) * 2) / (flat ? 4 : 3);
  const plane = (axis: number): Float32Array => Float32Array.from(points, (point) => point[axis]);
  return {
    count,
    x: plane(0),
    y: plane(1),
    z: plane(2),
    next,
    fitX: fit[0],
    fitY: fit[1],
    fitZ: fit[2],
    lean: Math.fround(Math.sqrt(farthest / (1 - farthest))),
  };
}

/**
 * Returns the sum of the outer products of the offsets, as a symmetric matrix. If `flat` is true, no offset has a z
 * component.
 */
function momentsOf(offsets: readonly Point[], flat: boolean): Point[] {
  const sum = (a: number, b: number): number =>
    offsets.reduce((total, offset) => total + offset[a] * offset[b], 0);
  return [
    [sum(0, 0), sum(0, 1), sum(0, 2)],
    [sum(1, 0), sum(1, 1), sum(1, 2)],
    [sum(2, 0), sum(2, 1), flat ? 1 : sum(2, 2)],
  ];
}

/** Returns the inverse of a symmetric matrix, computed from its cofactors. */
function inverseOf([a, b, c]: readonly Point[]): Point[] {
  const rows = [cross(b!, c!), cross(c!, a!), cross(a!, b!)];
  const determinant = dot(a!, rows[0]);
  return rows.map((row) => [row[0] / determinant, row[1] / determinant, row[2] / determinant]);
}

function minus(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
