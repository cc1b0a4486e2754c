import { type Neighbors, PathFinder } from '@skein/core/path';
import EasyStar from 'easystarjs';
import createGraph from 'ngraph.graph';
import ngraphPath from 'ngraph.path';
import PF from 'pathfinding';
import type { PathTask } from './task.ts';

/** Finds a path between two cells. Returns the indices of all cells of the path, from start to goal. */
export type Find = (start: number, goal: number) => readonly number[];

/** A package that finds paths on grids. */
export interface Finder {
  readonly name: string;
  /** Whether the package supports the task. */
  readonly fits: (task: PathTask) => boolean;
  /** Builds everything that the queries on a grid share. This is not timed. */
  readonly open: (task: PathTask) => Find;
}

export const SKEIN: Finder = {
  name: 'Skein',
  fits: () => true,
  open({ map, neighbors }) {
    const finder = new PathFinder(map, { neighbors, landmarks: 6 });
    return (start, goal) => finder.find(start, goal).cells as unknown as readonly number[];
  },
};

const uniform = ({ map }: PathTask) => map.cheapest === map.dearest;

const pathfinding = (name: 'AStarFinder' | 'JumpPointFinder'): Finder => ({
  name: `pathfinding ${name}`,
  // It does not support costs.
  fits: uniform,
  open({ map, neighbors }) {
    const { width, height, cost } = map;
    const rows = Array.from({ length: height }, (_, y) =>
      Array.from(cost.subarray(y * width, (y + 1) * width), (value) => (value === 0 ? 1 : 0)),
    );
    const grid = new PF.Grid(rows);
    const finder = new PF[name]({
      diagonalMovement:
        neighbors === 4 ? PF.DiagonalMovement.Never : PF.DiagonalMovement.OnlyWhenNoObstacles,
      heuristic: neighbors === 4 ? PF.Heuristic.manhattan : PF.Heuristic.octile,
    });
    return (start, goal) => {
      const [x, y] = [start % width, Math.floor(start / width)];
      const [goalX, goalY] = [goal % width, Math.floor(goal / width)];
      // A search changes the grid, so each one gets a copy, as the manual recommends.
      const path = finder.findPath(x, y, goalX, goalY, grid.clone());
      const cells = name === 'JumpPointFinder' ? PF.Util.expandPath(path) : path;
      return cells.map(([cellX, cellY]) => cellY * width + cellX);
    };
  },
});

const easystar: Finder = {
  name: 'easystarjs',
  // Its diagonal steps cost 1.4.
  fits: ({ neighbors }) => neighbors === 4,
  open({ map }) {
    const { width, height, cost } = map;
    const rows = Array.from({ length: height }, (_, y) =>
      Array.from(cost.subarray(y * width, (y + 1) * width)),
    );
    const finder = new EasyStar.js();
    finder.setGrid(rows);
    const costs = [...new Set(cost)].filter((value) => value > 0);
    finder.setAcceptableTiles(costs);
    for (const value of costs) finder.setTileCost(value, value);
    finder.enableSync();
    return (start, goal) => {
      let cells: number[] = [];
      const [x, y] = [start % width, Math.floor(start / width)];
      const [goalX, goalY] = [goal % width, Math.floor(goal / width)];
      finder.findPath(x, y, goalX, goalY, (path) => {
        cells = path.map((cell) => cell.y * width + cell.x);
      });
      finder.calculate();
      return cells;
    };
  },
};

const ngraph = (name: 'aStar' | 'nba'): Finder => ({
  name: `ngraph.path ${name}`,
  fits: () => true,
  open({ map, neighbors }) {
    const { width, cost, moves, offset, cheapest } = map;
    const graph = createGraph<{ x: number; y: number }, number>();
    for (const [cell, value] of cost.entries()) {
      if (value > 0) graph.addNode(cell, { x: cell % width, y: Math.floor(cell / width) });
    }
    for (const [cell, bits] of moves.entries()) {
      for (let move = 0; move < neighbors; move++) {
        const next = cell + offset[move];
        // A link works in both directions.
        if (((bits >> move) & 1) === 0 || next < cell) continue;
        const mean = (cost[cell] + cost[next]) / 2;
        graph.addLink(cell, next, move < 4 ? mean : mean * Math.SQRT2);
      }
    }
    const finder = ngraphPath[name](graph, {
      distance: (_from, _to, link) => link.data,
      heuristic: (from, to) =>
        cheapest * freeDistance(from.data.x - to.data.x, from.data.y - to.data.y, neighbors),
    });
    // It returns the path from goal to start.
    return (start, goal) =>
      finder
        .find(start, goal)
        .map((node) => node.id as number)
        .reverse();
  },
});

function freeDistance(dx: number, dy: number, neighbors: Neighbors): number {
  const x = Math.abs(dx);
  const y = Math.abs(dy);
  return neighbors === 4 ? x + y : x + y - (2 - Math.SQRT2) * Math.min(x, y);
}

/**
 * The packages with which Skein is compared, with all of their algorithms for shortest paths. The bidirectional finders
 * of pathfinding and aGreedy of ngraph.path are left out, because they find longer paths.
 */
export const PEER_FINDERS: readonly Finder[] = [
  pathfinding('AStarFinder'),
  pathfinding('JumpPointFinder'),
  easystar,
  ngraph('aStar'),
  ngraph('nba'),
];
