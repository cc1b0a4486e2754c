import type { MeshBins, NavMesh } from './nav-mesh.ts';

/** The maximum number of squares along an edge of the grid. */
const MAX_EDGE = 256;
/**
 * The maximum number of entries in the lists of a grid, as a multiple of (polygons + squares). If a grid has more
 * entries, its squares are made larger to save memory.
 */
const MAX_SHARE = 8;

type Shape = Pick<NavMesh, 'polygons' | 'first' | 'x' | 'y' | 'hair'>;

/** Creates the grid over a mesh: about one square per polygon, and fewer if polygons extend over many squares. */
export function binsOf(shape: Shape): MeshBins {
  const { polygons, x, y, hair } = shape;
  const boxes = boxesOf(shape);
  let [left, low, right, high] = [x[0], y[0], x[0], y[0]];
  for (let c = 1; c < x.length; c++) {
    if (x[c] < left) left = x[c];
    if (x[c] > right) right = x[c];
    if (y[c] < low) low = y[c];
    if (y[c] > high) high = y[c];
  }
  const [width, height] = [right - left + 2 * hair, high - low + 2 * hair];
  const [from, below] = [left - hair, low - hair];
  const longest = Math.max(width, height);
  for (
    let size = Math.max(Math.sqrt((width * height) / polygons), longest / MAX_EDGE);
    ;
    size *= 2
  ) {
    const columns = Math.max(1, Math.ceil(width / size));
    const rows = Math.max(1, Math.ceil(height / size));
    const grid = { left: from, low: below, size, columns, rows };
    let entries = 0;
    for (let p = 0; p < polygons; p++) {
      const wide = columnOf(grid, boxes[4 * p + 2]) - columnOf(grid, boxes[4 * p]) + 1;
      entries += wide * (rowOf(grid, boxes[4 * p + 3]) - rowOf(grid, boxes[4 * p + 1]) + 1);
    }
    if (entries > MAX_SHARE * (polygons + columns * rows) && columns * rows > 1) continue;
    const first = new Uint32Array(columns * rows + 1);
    forEachSquare(grid, boxes, (square) => {
      first[square + 1]++;
    });
    for (let square = 0; square < columns * rows; square++) first[square + 1] += first[square];
    const polygon = new Uint32Array(entries);
    const filled = first.slice();
    forEachSquare(grid, boxes, (square, index) => {
      polygon[filled[square]++] = index;
    });
    return { ...grid, first, polygon };
  }
}

/** The box around each polygon as [left, low, right, high], made wider by `hair` (m). */
function boxesOf({ polygons, first, x, y, hair }: Shape): Float64Array {
  const boxes = new Float64Array(4 * polygons);
  for (let p = 0; p < polygons; p++) {
    let [left, low, right, high] = [x[first[p]], y[first[p]], x[first[p]], y[first[p]]];
    for (let c = first[p] + 1; c < first[p + 1]; c++) {
      left = Math.min(left, x[c]);
      low = Math.min(low, y[c]);
      right = Math.max(right, x[c]);
      high = Math.max(high, y[c]);
    }
    boxes.set([left - hair, low - hair, right + hair, high + hair], 4 * p);
  }
  return boxes;
}

type Grid = Pick<MeshBins, 'left' | 'low' | 'size' | 'columns' | 'rows'>;

function forEachSquare(
  grid: Grid,
  boxes: Float64Array,
  visit: (square: number, polygon: number) => void,
): void {
  for (let p = 0; 4 * p < boxes.length; p++) {
    const right = columnOf(grid, boxes[4 * p + 2]);
    const high = rowOf(grid, boxes[4 * p + 3]);
    for (let row = rowOf(grid, boxes[4 * p + 1]); row <= high; row++) {
      for (let column = columnOf(grid, boxes[4 * p]); column <= right; column++) {
        visit(row * grid.columns + column, p);
      }
    }
  }
}

/** The column of the grid that contains the coordinate x, or the nearest column if x is outside. */
export function columnOf({ left, size, columns }: Grid, x: number): number {
  const column = Math.floor((x - left) / size);
  return column >= 0 ? (column < columns ? column : columns - 1) : 0;
}

/** The row of the grid that contains the coordinate y, or the nearest row if y is outside. */
export function rowOf({ low, size, rows }: Grid, y: number): number {
  const row = Math.floor((y - low) / size);
  return row >= 0 ? (row < rows ? row : rows - 1) : 0;
}
