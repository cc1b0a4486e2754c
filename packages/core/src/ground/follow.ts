import type { NavcatTile } from '../path/mesh/from-navcat.ts';
import type { Point } from '../path/mesh/weld.ts';

/** What polygons of a tile follow. */
export interface Surface {
  /** The height of the surface under a polygon of the tile at a place in the plan, or, if it has none there, `known`. */
  heightAt(polygon: number, x: number, y: number, known: number): number;
  /** The surface may be this far (m) above or below a polygon. */
  readonly rough: number;
  /** Triangles without a longer edge (m) are not cut. */
  readonly finest: number;
}

interface Piece {
  readonly polygon: number;
  readonly corners: readonly number[];
}

/** The most points of a tile. */
const MANY = 0x400_0000;

/**
 * The polygons of a tile with the heights of a surface. Those that it leaves become triangles, which are cut in the
 * middle of their longest edge: this ends, because cuts of others would leave triangles that only get thinner. Whole
 * edges remain shared: what has a cut edge is cut as well.
 */
export function followSurface(
  { vertices, polys }: Pick<NavcatTile, 'vertices' | 'polys'>,
  surface: Surface,
): Point[][] {
  const points: Point[] = [];
  polys.forEach((poly, polygon) => {
    for (const vertex of poly.vertices) {
      if (points[vertex] !== undefined) continue;
      const [x, y] = [vertices[3 * vertex], -vertices[3 * vertex + 2]];
      points[vertex] = [x, y, surface.heightAt(polygon, x, y, vertices[3 * vertex + 1])];
    }
  });
  const middles = new Map<number, number>();
  const keyOf = (a: number, b: number): number => Math.min(a, b) * MANY + Math.max(a, b);
  const isCut = ({ corners }: Piece): boolean =>
    corners.some((corner, k) => middles.has(keyOf(corner, corners[(k + 1) % corners.length])));
  const middleOf = (polygon: number, a: number, b: number): number => {
    const key = keyOf(a, b);
    const known = middles.get(key);
    if (known !== undefined) return known;
    const [x, y, z] = [0, 1, 2].map((axis) => (points[a][axis] + points[b][axis]) / 2);
    const middle = points.push([x, y, surface.heightAt(polygon, x, y, z)]) - 1;
    middles.set(key, middle);
    return middle;
  };
  const halvesOf = ({ polygon, corners }: Piece): Piece[] => {
    const spans = corners.map((corner, k) => {
      const next = corners[(k + 1) % 3];
      return { k, length: lengthOf(points[corner], points[next]), key: keyOf(corner, next) };
    });
    // Of equal edges the same one from both sides.
    const [{ k }] = spans.sort((one, other) => other.length - one.length || one.key - other.key);
    const [from, to, apex] = [0, 1, 2].map((step) => corners[(k + step) % 3]);
    const middle = middleOf(polygon, from, to);
    return [
      { polygon, corners: [from, middle, apex] },
      { polygon, corners: [middle, to, apex] },
    ];
  };
  const isRough = (piece: Piece): boolean =>
    fanOf(piece).some(({ polygon, corners }) =>
      leaves(
        corners.map((corner) => points[corner]),
        polygon,
        surface,
      ),
    );

  let even: Piece[] = [];
  let open: Piece[] = polys.map((poly, polygon) => ({ polygon, corners: poly.vertices }));
  while (open.length > 0) {
    const cut: Piece[] = [];
    for (const piece of open) {
      if (!isCut(piece) && !isRough(piece)) even.push(piece);
      else if (piece.corners.length > 3) cut.push(...fanOf(piece));
      else cut.push(...halvesOf(piece));
    }
    open = cut;
    const kept: Piece[] = [];
    for (const piece of even) (isCut(piece) ? open : kept).push(piece);
    even = kept;
  }
  return even.map(({ corners }) => corners.map((corner) => points[corner]));
}

/** The triangles around the first corner, which give a polygon its heights. */
function fanOf({ polygon, corners }: Piece): Piece[] {
  return corners
    .slice(2)
    .map((corner, k) => ({ polygon, corners: [corners[0], corners[k + 1], corner] }));
}

/** Whether a surface leaves a triangle, at places in it about `finest` apart. */
function leaves(
  corners: readonly Point[],
  polygon: number,
  { heightAt, rough, finest }: Surface,
): boolean {
  const [a, b, c] = corners;
  const longest = Math.max(lengthOf(a, b), lengthOf(b, c), lengthOf(c, a));
  if (longest <= finest) return false;
  const steps = Math.max(2, Math.ceil(longest / finest));
  for (let i = 0; i <= steps; i++) {
    for (let j = 0; i + j <= steps; j++) {
      const [ofB, ofC] = [i / steps, j / steps];
      const [x, y, z] = [0, 1, 2].map(
        (axis) => a[axis] + ofB * (b[axis] - a[axis]) + ofC * (c[axis] - a[axis]),
      );
      if (Math.abs(heightAt(polygon, x, y, z) - z) > rough) return true;
    }
  }
  return false;
}

/** The length in the plan (m). */
function lengthOf([ax, ay]: Point, [bx, by]: Point): number {
  return Math.sqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by));
}
