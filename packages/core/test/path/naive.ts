import type { GridMap } from '../../src/path/map.ts';
import type { Neighbors } from '../../src/path/octile.ts';

/** All that follows works from the costs alone, in the slow and plain way. */
export type Costs = Pick<GridMap, 'width' | 'height' | 'cost'>;

const OFFSETS = [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => [x, y] as const));

/** Where one can step to from a cell, and the cost of each step. */
export function stepsFrom(
  { width, height, cost }: Costs,
  cell: number,
  neighbors: Neighbors,
): [next: number, cost: number][] {
  const x = cell % width;
  const y = Math.floor(cell / width);
  const at = (cx: number, cy: number) =>
    cx < 0 || cy < 0 || cx >= width || cy >= height ? 0 : cost[cy * width + cx];
  const steps: [number, number][] = [];
  if (cost[cell] === 0) return steps;
  for (const [dx, dy] of OFFSETS) {
    const far = Math.abs(dx) + Math.abs(dy);
    if (far === 0 || (far === 2 && neighbors === 4)) continue;
    const there = at(x + dx, y + dy);
    if (there === 0 || at(x + dx, y) === 0 || at(x, y + dy) === 0) continue;
    steps.push([(y + dy) * width + x + dx, (Math.sqrt(far) * (cost[cell] + there)) / 2]);
  }
  return steps;
}

/** Cost of the cheapest way from a cell to every other, by Dijkstra with a list that is searched. */
export function dijkstra(map: Costs, start: number, neighbors: Neighbors): Float64Array {
  const best = new Float64Array(map.cost.length).fill(Infinity);
  const open = new Set<number>();
  if (map.cost[start] !== 0) {
    best[start] = 0;
    open.add(start);
  }
  while (open.size > 0) {
    let cell = -1;
    for (const one of open) if (cell < 0 || best[one] < best[cell]) cell = one;
    open.delete(cell);
    for (const [next, cost] of stepsFrom(map, cell, neighbors)) {
      if (best[cell] + cost >= best[next]) continue;
      best[next] = best[cell] + cost;
      open.add(next);
    }
  }
  return best;
}

/** Distance in cells when nothing is in the way. */
export function freeDistance({ width }: Costs, a: number, b: number, neighbors: Neighbors): number {
  const dx = Math.abs((a % width) - (b % width));
  const dy = Math.abs(Math.floor(a / width) - Math.floor(b / width));
  return neighbors === 4
    ? dx + dy
    : Math.max(dx, dy) - Math.min(dx, dy) + Math.SQRT2 * Math.min(dx, dy);
}

/** Sum over the steps of a path; fails for one that is no step. */
export function costOfPath(map: Costs, cells: ArrayLike<number>, neighbors: Neighbors): number {
  let sum = 0;
  for (let at = 1; at < cells.length; at++) {
    const step = stepsFrom(map, cells[at - 1], neighbors).find(([next]) => next === cells[at]);
    if (step === undefined) throw new Error(`no step from ${cells[at - 1]} to ${cells[at]}`);
    sum += step[1];
  }
  return sum;
}
