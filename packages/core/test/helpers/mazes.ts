import { randomOf } from './random-of.ts';

/** Rows of a random map, walls with probability `share`, wall all around. */
export function randomRows(width: number, height: number, share: number, seed: number): string[] {
  const random = randomOf(seed);
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => {
      const rim = x === 0 || y === 0 || x === width - 1 || y === height - 1;
      return rim || random() < share ? '#' : '.';
    }).join(''),
  );
}

/** The character of a map at a point, cells of 1 m, the last row at the least y. */
export function characterAt(rows: readonly string[], x: number, y: number): string {
  return rows[rows.length - 1 - Math.floor(y)]?.[Math.floor(x)] ?? '#';
}

/** Steps from each open cell to a goal, 4 ways, by a plain flood; undefined where there is no way. */
export function floodFrom(rows: readonly string[], x: number, y: number): Map<string, number> {
  const steps = new Map([[`${x},${y}`, 0]]);
  let ring: [number, number][] = [[x, y]];
  for (let n = 1; ring.length > 0; n++) {
    const next: [number, number][] = [];
    for (const [cx, cy] of ring) {
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        const key = `${cx + dx},${cy + dy}`;
        if (steps.has(key) || characterAt(rows, cx + dx + 0.5, cy + dy + 0.5) === '#') continue;
        steps.set(key, n);
        next.push([cx + dx, cy + dy]);
      }
    }
    ring = next;
  }
  return steps;
}
