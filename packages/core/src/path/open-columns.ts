/**
 * Where the open cells of each column of a map lie: what finds the open cell nearest to any point in a
 * time that grows with the width of the map, not with its area.
 */
export interface OpenColumns {
  /** Of each cell the row of the nearest open cell of its column that is not above it, or -1. */
  readonly below: Int16Array;
  /** Of each cell the row of the nearest open cell of its column that is not below it, or -1. */
  readonly above: Int16Array;
}

/** Looks at each cell of a map twice. `cost` is 0 for a wall; row 0 is the lowest. */
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
