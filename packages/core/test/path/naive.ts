import type { GridMap } from '../../src/path/map.ts';
import type { Neighbors } from '../../src/path/octile.ts';
import type { Slope } from '../../src/path/slope.ts';

/** Everything below works from the costs alone, in the slow and plain way. */
export type Costs = Pick<GridMap, 'width' | 'height' | 'cost'> & {
  readonly slope?: GridMap['slope'];
};

const OFFSETS = [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => [x, y] as const));

/** The cells that can be stepped to from a cell, and the cost of each step. */
export function stepsFrom(
  { width, height, cost, slope }: Costs,
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
    const next = (y + dy) * width + x + dx;
    const factor = slope === undefined ? 1 : factorOf(slope, width, cell, next);
    if (factor < Infinity) steps.push([next, (factor * Math.sqrt(far) * (cost[cell] + there)) / 2]);
  }
  return steps;
}

/** How many times as much a step costs for its slope; infinite where it is too steep, or one beside it. */
function factorOf(slope: Slope, width: number, cell: number, next: number): number {
  const { up, down, steepest, height } = slope;
  const corners = new Set([
    cell,
    next,
    width * Math.floor(cell / width) + (next % width),
    width * Math.floor(next / width) + (cell % width),
  ]);
  const run = (a: number, b: number) =>
    Math.hypot((a % width) - (b % width), Math.floor(a / width) - Math.floor(b / width));
  for (const a of corners) {
    for (const b of corners) {
      if (run(a, b) === 1 && Math.abs(height[b] - height[a]) > steepest) return Infinity;
    }
  }
  // The ground between four centers is bilinear, so a diagonal step is steepest at one of its ends.
  const [beside, ahead] = [...corners].filter((corner) => corner !== cell && corner !== next);
  for (const end of corners.size === 4 ? [cell, next] : []) {
    const climb = height[beside] + height[ahead] - 2 * height[end];
    if (Math.abs(climb) / Math.SQRT2 > steepest * (1 + 1e-9)) return Infinity;
  }
  const grade = (height[next] - height[cell]) / run(cell, next);
  return Math.round(1024 * (1 + Math.max(up * grade, -down * grade))) / 1024;
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
