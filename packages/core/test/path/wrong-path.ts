import type { GridMap } from '../../src/path/map.ts';
import type { PathFinder } from '../../src/path/path-finder.ts';
import { costOfPath, dijkstra, freeDistance } from './naive.ts';

/** What is wrong with an answer, by Dijkstra from the start. */
export function wrongIn(
  map: GridMap,
  finder: PathFinder,
  start: number,
  goal: number,
): string | undefined {
  const { neighbors } = finder;
  const best = dijkstra(map, start, neighbors);
  const path = finder.find(start, goal);
  const { cells } = path;
  const end = cells.at(-1)!;
  const near = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, b);
  if (cells[0] !== start) return `begins at ${cells[0]}`;
  if (!near(path.cost, costOfPath(map, cells, neighbors))) return `says it costs ${path.cost}`;
  const ones = { ...map, cost: map.cost.map((cost) => (cost > 0 ? 1 : 0)), slope: undefined };
  if (!near(path.length, costOfPath(ones, cells, neighbors))) return `says length ${path.length}`;
  if (Number.isFinite(best[goal])) {
    if (path.status !== 'found' || end !== goal) return `${path.status} at ${end}`;
    return near(path.cost, best[goal]) ? undefined : `costs ${path.cost}, not ${best[goal]}`;
  }
  if (path.status !== 'unreachable') return path.status;
  const distance = (cell: number) => freeDistance(map, cell, goal, neighbors);
  const reachable = [...best.keys()].filter((cell) => best[cell] < Infinity || cell === start);
  const cost = (cell: number) => (cell === start ? 0 : best[cell]);
  const sign = (a: number, b: number) => (near(a, b) ? 0 : a - b);
  const [nearest] = reachable.sort(
    (a, b) => sign(distance(a), distance(b)) || sign(cost(a), cost(b)) || a - b,
  );
  if (end !== nearest) return `ends at ${end}, not ${nearest}`;
  return near(path.cost, cost(end)) ? undefined : `costs ${path.cost}, not ${cost(end)}`;
}
