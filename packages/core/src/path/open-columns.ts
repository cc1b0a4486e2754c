/**
 * A table of the open cells in each column of a map. With this table, the time to find the open cell nearest to a point
 * grows with the map's width, not its area.
 */
export interface OpenColumns {
  /** For each cell, the row of the nearest open cell in the same column, at or below this cell; -1 if there is none. */
  readonly below: Int16Array;
  /** For each cell, the row of the nearest open cell in the same column, at or above this cell; -1 if there is none. */
  readonly above: Int16Array;
}

/**
 * Computes the `OpenColumns` of a map in two passes over its cells. The `cost` of a wall is 0. Row 0 is the lowest row.
 */
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
