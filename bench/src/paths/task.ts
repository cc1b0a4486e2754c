import {
  createMap,
  type GridMap,
  MOVE_X,
  MOVE_Y,
  type Neighbors,
  PathFinder,
} from '@skein/core/path';

/** Queries on a grid, which all contenders must answer. */
export interface PathTask {
  readonly name: string;
  readonly map: GridMap;
  readonly neighbors: Neighbors;
  /** The start and the goal of each query. A path connects the two. */
  readonly queries: readonly (readonly [start: number, goal: number])[];
}

/**
 * Creates the grids with their queries: small and large cluttered ground, rooms with doors, a maze, and ground with
 * many costs.
 */
export function pathTasks(quick: boolean): PathTask[] {
  const edge = quick ? 128 : 256;
  return [
    taskOf('clutter 64 x 49', clutter(64, 49, 0.25), 8, 50),
    taskOf(`clutter ${edge} x ${edge - 15}`, clutter(edge, edge - 15, 0.25), 8, 10),
    taskOf(`rooms ${edge} x ${edge - 15}`, rooms(edge, edge - 15), 8, 10),
    taskOf('clutter 128 x 97, 4 neighbors', clutter(128, 97, 0.2), 4, 20),
    taskOf('costs 128 x 97, 4 neighbors', costs(128, 97), 4, 12),
    taskOf('costs 128 x 97, 8 neighbors', costs(128, 97), 8, 12),
  ];
}

/** A grid of cells. `cost` contains the cost of each cell, row by row; 0 is a wall. */
type Ground = { readonly width: number; readonly height: number; readonly cost: Uint8Array };

function clutter(width: number, height: number, walls: number): Ground {
  const random = randomOf(width);
  const cost = new Uint8Array(width * height).map(() => (random() < walls ? 0 : 1));
  return { width, height, cost };
}

/** Creates rooms with an edge of 16 cells. Most walls have a door. */
function rooms(width: number, height: number): Ground {
  const random = randomOf(2);
  const size = 16;
  const cost = new Uint8Array(width * height).map((_, cell) =>
    (cell % width) % size === 0 || Math.floor(cell / width) % size === 0 ? 0 : 1,
  );
  const open = (x: number, y: number) => {
    if (x < width && y < height && random() < 0.9) cost[y * width + x] = 1;
  };
  const along = () => 1 + Math.floor(random() * (size - 1));
  for (let y = 0; y < height; y += size) {
    for (let x = 0; x < width; x += size) {
      if (x > 0) open(x, y + along());
      if (y > 0) open(x + along(), y);
    }
  }
  return { width, height, cost };
}

/** Creates patches of ground with costs from 1 to 9, and some walls. */
function costs(width: number, height: number): Ground {
  const random = randomOf(3);
  const patch = 4;
  const columns = Math.ceil(width / patch);
  const patches = Array.from({ length: columns * Math.ceil(height / patch) }, () =>
    Math.ceil(random() * 9),
  );
  const cost = new Uint8Array(width * height).map((_, cell) => {
    const column = Math.floor((cell % width) / patch);
    const row = Math.floor(Math.floor(cell / width) / patch);
    return random() < 0.1 ? 0 : patches[row * columns + column];
  });
  return { width, height, cost };
}

function taskOf(name: string, ground: Ground, neighbors: Neighbors, count: number): PathTask {
  const map = createMap(ground.width, ground.height, ground.cost);
  const finder = new PathFinder(map, { neighbors });
  const random = randomOf(count);
  const pick = () => Math.floor(random() * map.cost.length);
  const queries: [number, number][] = [];
  while (queries.length < count) {
    const [start, goal] = [pick(), pick()];
    if (finder.find(start, goal).status === 'found') queries.push([start, goal]);
  }
  return { name, map, neighbors, queries };
}

/**
 * The cost of a path. A step costs its length times the mean cost of its two cells.
 *
 * @throws Error when the map does not allow a step
 */
export function costOf({ map, neighbors }: PathTask, cells: readonly number[]): number {
  let cost = 0;
  for (let at = 1; at < cells.length; at++) {
    const [from, to] = [cells[at - 1], cells[at]];
    const move = map.offset.indexOf(to - from);
    if (move < 0 || move >= neighbors || ((map.moves[from] >> move) & 1) === 0) {
      throw new Error(`no step leads from cell ${from} to cell ${to}`);
    }
    const length = Math.hypot(MOVE_X[move], MOVE_Y[move]);
    cost += (length * (map.cost[from] + map.cost[to])) / 2;
  }
  return cost;
}

/** Creates the random number generator mulberry32, so that the grids are the same in every run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
