import { LEVEL } from './mesh-place.ts';
import type { MeshBins, NavMesh } from './nav-mesh.ts';

/** Two polygons that overlap in the plan, and whose heights touch or cross there, not only at a common corner. */
export interface Overlap {
  readonly polygon: number;
  /** The other polygon; undefined if the search ended here, because too many polygons are at the same place. */
  readonly other: number | undefined;
}

/**
 * Polygons overlap if they do by more than this multiple of the tolerance `hair`, and by more than this fraction of the
 * larger of them. It allows for rounding, which bends the edges of neighbors.
 */
const HAIRS = 8;
const SHARE = 2e-4;

/** The search compares at most this many pairs of polygons. A million polygons on a floor have about 20 million pairs. */
const MOST_PAIRS = 0x400_0000;
/** It ends after this many overlaps. */
const MOST_FOUND = 1000;

/** Per polygon: its least and greatest x, y and z (m). */
const BOX = { left: 0, low: 1, bottom: 2, right: 3, high: 4, top: 5, words: 6 } as const;

type Shape = Pick<NavMesh, 'polygons' | 'first' | 'x' | 'y' | 'z' | 'hair'>;

/**
 * Finds polygons that are not apart from another floor. Each is listed once, with one other that it overlaps. The search
 * ends early after a thousand of them, or if squares of the grid hold too many polygons of about the same height.
 */
export function findOverlaps(shape: Shape, bins: MeshBins): Overlap[] {
  const { hair } = shape;
  const boxes = boxesOf(shape);
  const gap = LEVEL * hair;
  const found: Overlap[] = [];
  const isListed = new Uint8Array(shape.polygons);
  let pairs = 0;
  for (let square = 0; square + 1 < bins.first.length; square++) {
    const squareLeft = bins.left + (square % bins.columns) * bins.size;
    const squareLow = bins.low + Math.floor(square / bins.columns) * bins.size;
    const listed = bins.polygon.slice(bins.first[square], bins.first[square + 1]);
    // From bottom to top, so that each is compared only with those that begin below its top.
    listed.sort((p, q) => boxes[BOX.words * p + BOX.bottom] - boxes[BOX.words * q + BOX.bottom]);
    for (let k = 0; k < listed.length; k++) {
      const a = BOX.words * listed[k];
      for (let other = k + 1; other < listed.length; other++) {
        const b = BOX.words * listed[other];
        if (boxes[b + BOX.bottom] > boxes[a + BOX.top] + gap) break;
        if (++pairs > MOST_PAIRS) return [...found, { polygon: listed[k], other: undefined }];
        const left = Math.max(boxes[a + BOX.left], boxes[b + BOX.left]);
        if (left >= Math.min(boxes[a + BOX.right], boxes[b + BOX.right])) continue;
        const low = Math.max(boxes[a + BOX.low], boxes[b + BOX.low]);
        if (low >= Math.min(boxes[a + BOX.high], boxes[b + BOX.high])) continue;
        // A pair is compared in each of its squares, and counts in the one that has the lower left of what they share.
        if (left < squareLeft && square % bins.columns > 0) continue;
        if (low < squareLow && square >= bins.columns) continue;
        const [one, next] = [listed[k], listed[other]].sort((p, q) => p - q);
        if (isListed[next] === 1 || !isOverlap(shape, boxes, one, next, gap)) continue;
        isListed[next] = 1;
        found.push({ polygon: next, other: one });
        if (found.length === MOST_FOUND) return found;
      }
    }
  }
  return found.sort((one, other) => one.polygon - other.polygon);
}

function boxesOf({ polygons, first, x, y, z }: Shape): Float64Array {
  const boxes = new Float64Array(BOX.words * polygons);
  for (let p = 0; p < polygons; p++) {
    const at = BOX.words * p;
    boxes.fill(Number.POSITIVE_INFINITY, at, at + BOX.right);
    boxes.fill(Number.NEGATIVE_INFINITY, at + BOX.right, at + BOX.words);
    for (let c = first[p]; c < first[p + 1]; c++) {
      for (let axis = 0; axis < 3; axis++) {
        const value = (axis === 0 ? x : axis === 1 ? y : z)[c];
        if (value < boxes[at + axis]) boxes[at + axis] = value;
        if (value > boxes[at + BOX.right + axis]) boxes[at + BOX.right + axis] = value;
      }
    }
  }
  return boxes;
}

function isOverlap(shape: Shape, boxes: Float64Array, p: number, q: number, gap: number): boolean {
  const extent = Math.max(extentOf(boxes, p), extentOf(boxes, q));
  const most = HAIRS * shape.hair + SHARE * extent;
  if (isBeside(shape, p, q, most) || isBeside(shape, q, p, most)) return false;
  // Two flights of stairs may have a corner in common, and be one above the other beside it.
  const common = cornersOf(shape, p).filter(([x, y, z]) =>
    cornersOf(shape, q).some(([cx, cy, cz]) => cx === x && cy === y && cz === z),
  );
  // Each polygon is a fan of triangles. In what two triangles share, the difference of heights is linear.
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const one of trianglesOf(shape, p)) {
    for (const other of trianglesOf(shape, q)) {
      for (const [x, y] of sharedBy(one, other)) {
        if (common.some(([cx, cy]) => Math.abs(cx - x) <= most && Math.abs(cy - y) <= most))
          continue;
        const difference = heightAt(one, x, y) - heightAt(other, x, y);
        least = Math.min(least, difference);
        greatest = Math.max(greatest, difference);
      }
    }
  }
  return least <= gap && greatest >= -gap;
}

function extentOf(boxes: Float64Array, p: number): number {
  const at = BOX.words * p;
  const width = boxes[at + BOX.right] - boxes[at + BOX.left];
  return Math.max(width, boxes[at + BOX.high] - boxes[at + BOX.low]);
}

/** Whether polygon `q` is outside of an edge of polygon `p`, or inside of it by at most `most` (m). */
export function isBeside({ first, x, y }: Shape, p: number, q: number, most: number): boolean {
  for (let c = first[p]; c < first[p + 1]; c++) {
    const d = c + 1 < first[p + 1] ? c + 1 : first[p];
    const [ex, ey] = [x[d] - x[c], y[d] - y[c]];
    const limit = most * Math.sqrt(ex * ex + ey * ey);
    let isOutside = true;
    for (let k = first[q]; k < first[q + 1] && isOutside; k++) {
      isOutside = ex * (y[k] - y[c]) - ey * (x[k] - x[c]) <= limit;
    }
    if (isOutside) return true;
  }
  return false;
}

type Corner = readonly [x: number, y: number, z: number];
type Triangle = readonly [Corner, Corner, Corner];

function cornersOf({ first, x, y, z }: Shape, p: number): Corner[] {
  return Array.from({ length: first[p + 1] - first[p] }, (_, k): Corner => {
    return [x[first[p] + k], y[first[p] + k], z[first[p] + k]];
  });
}

function trianglesOf(shape: Shape, p: number): Triangle[] {
  const [first, ...others] = cornersOf(shape, p);
  return others
    .slice(1)
    .map((corner, k): Triangle => [first, others[k], corner])
    .filter((triangle) => side(...triangle) > 0);
}

/** The corners of what two triangles share in the plan. */
function sharedBy(one: Triangle, other: Triangle): readonly Corner[] {
  let shared: readonly Corner[] = one;
  for (let k = 0; k < 3; k++) {
    const [a, b] = [other[k], other[(k + 1) % 3]];
    shared = shared.flatMap((corner, n) => {
      const before = shared[(n + shared.length - 1) % shared.length];
      const [was, is] = [side(a, b, before), side(a, b, corner)];
      const kept = is >= 0 ? [corner] : [];
      if (was >= 0 === is >= 0) return kept;
      const share = was / (was - is);
      const [x, y] = [
        before[0] + share * (corner[0] - before[0]),
        before[1] + share * (corner[1] - before[1]),
      ];
      return [[x, y, 0] as const, ...kept];
    });
  }
  return shared;
}

/** The height (m) of the plane of a triangle at a point. */
function heightAt([a, b, c]: Triangle, x: number, y: number): number {
  const [ofB, ofC] = [side(c, a, [x, y, 0]), side(a, b, [x, y, 0])];
  return a[2] + (ofB * (b[2] - a[2]) + ofC * (c[2] - a[2])) / side(a, b, c);
}

/** Positive if point c is to the left of the line from a to b. */
function side([ax, ay]: Corner, [bx, by]: Corner, [cx, cy]: Corner): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}
