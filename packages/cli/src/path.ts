import { type GridMap, type Path, PathFinder, smoothPath, straightCost } from '@skein/core/path';
import type { Cell } from './arguments.ts';
import { drawMap } from './draw-map.ts';
import { CliError } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { readMap } from './map-file.ts';
import { StreamOutput } from './output.ts';

export interface PathOptions {
  readonly from: Cell;
  readonly to: Cell;
  /**
   * The number of neighboring cells to which a path may step from each cell. The type is string, because commander
   * gives choices as strings.
   */
  readonly neighbors: '4' | '8';
  readonly smooth?: boolean;
  /** Whether to draw the map. Default: only on a terminal. */
  readonly draw?: boolean;
  readonly json?: boolean;
}

/** `skein path MAP`: finds the cheapest path between two cells of a map, prints it, and draws it. */
export async function path(file: string, options: PathOptions): Promise<ExitCode> {
  const map = await readMap(file);
  const start = cellOf(map, '--from', options.from);
  const goal = cellOf(map, '--to', options.to);
  if (map.cost[start] === 0) {
    throw new CliError(
      EXIT.usage,
      `--from: found a wall at ${options.from}; expected an open cell`,
    );
  }
  const neighbors = options.neighbors === '4' ? 4 : 8;
  const found = new PathFinder(map, { neighbors }).find(start, goal);
  const shown = options.smooth ? straightened(map, found) : found;
  const stdout = new StreamOutput('standard output', process.stdout);
  const { isTTY, columns } = process.stdout;
  if (!options.json && (options.draw ?? isTTY)) {
    const room = isTTY ? columns : Number.POSITIVE_INFINITY;
    await stdout.write(drawMap(map, { cells: found.cells, goal, columns: room }));
  }
  await stdout.write(options.json ? pathJson(map, options, shown) : pathText(map, options, shown));
  return found.status === 'found' ? EXIT.ok : EXIT.unreachable;
}

function cellOf(map: GridMap, option: string, [x, y]: Cell): number {
  if (x < map.width && y < map.height) return y * map.width + x;
  const last = `${map.width - 1},${map.height - 1}`;
  throw new CliError(EXIT.usage, `${option}: found ${x},${y}, expected a cell from 0,0 to ${last}`);
}

/** Keeps only the cells where the path has to turn, and computes the cost of the straight lines between these cells. */
function straightened(map: GridMap, path: Path): Path {
  const cells = smoothPath(map, path.cells);
  let cost = 0;
  let length = 0;
  for (let at = 1; at < cells.length; at++) {
    const [x, y] = placeOf(map, cells[at - 1]);
    const [nextX, nextY] = placeOf(map, cells[at]);
    cost += straightCost(map, cells[at - 1], cells[at]);
    length += Math.sqrt((nextX - x) * (nextX - x) + (nextY - y) * (nextY - y));
  }
  return { ...path, cells, cost, length };
}

function pathText(map: GridMap, { from, to }: PathOptions, { status, cells, length, cost }: Path) {
  const places = Array.from(cells, (cell) => placeOf(map, cell));
  const head =
    status === 'found'
      ? `from ${from} to ${to}`
      : `no path from ${from} to ${to}; the reachable cell nearest to ${to} is ${places.at(-1)}`;
  return `${head}\nlength ${length}, cost ${cost}, cells ${cells.length}\n${places.join(' ')}\n`;
}

function pathJson(map: GridMap, { from, to }: PathOptions, path: Path): string {
  const { status, length, cost, expanded } = path;
  const cells = Array.from(path.cells, (cell) => placeOf(map, cell));
  return `${JSON.stringify({ status, from, to, length, cost, expanded, cells })}\n`;
}

function placeOf({ width }: GridMap, one: number): Cell {
  return [one % width, Math.floor(one / width)];
}
