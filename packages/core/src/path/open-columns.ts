/**
 * The rows of open cells in each column of a map. With this, the time to find the open cell nearest to a point grows
 * with the width of the map, not with its area.
 */
export interface OpenColumns {
  /** By cell: the row of the nearest open cell in its column, at or below the cell; or -1. */
  readonly below: Int16Array;
  /** By cell: the row of the nearest open cell in its column, at or above the cell; or -1. */
  readonly above: Int16Array;
}

/** Computes the table by looking at each cell of a map twice. `cost` is 0 for a wall; row 0 is the lowest. */
export function openColumnsOf(width: number, height: number, cost: Uint8Array): OpenColumns {
  const below = new Int16Array(width * height);
  const above = new Int16Array(width * height);
  for (let row = 0; row < height; row++) {
    const at = row * width;
    for (let cell = at; cell < at + width; cell++) {
      below[cell] = cost[cell] !== 0 ? row : row > 0 ? below[cell - width] : -1;
    }
  }
  for (let row = height - 1; row >= 0; row--) {
    const at = row * width;
    for (let cell = at; cell < at + width; cell++) {
      above[cell] = cost[cell] !== 0 ? row : row < height - 1 ? above[cell + width] : -1;
    }
  }
  return { below, above };
}
