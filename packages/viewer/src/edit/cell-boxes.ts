import type { CommandInput, Scenario } from '@skein/core';
import { columnsOf } from '@skein/core/internal';

/** The grid of a map. Cells are numbered row by row, starting at the lowest y. */
export interface CellGrid {
  readonly width: number;
  readonly height: number;
  readonly cellSize: number;
  readonly origin: readonly number[];
  /** Whether commands can change a cell. With bounds of type "contain", cells outside the bounds always stay walls. */
  isOpenTo(cell: number): boolean;
}

export function cellGrid({ map, bounds }: Scenario): CellGrid | undefined {
  if (map === undefined) return undefined;
  const { rows, cellSize, origin } = map;
  const width = columnsOf(rows);
  const isOpenTo = (cell: number): boolean => {
    if (bounds.type !== 'contain') return true;
    const middle = middleOf({ width, cellSize, origin }, cell);
    return middle.every((value, axis) => value >= bounds.min[axis] && value <= bounds.max[axis]);
  };
  return { width, height: rows.length, cellSize, origin, isOpenTo };
}

type Lattice = Pick<CellGrid, 'width' | 'cellSize' | 'origin'>;

function middleOf({ width, cellSize, origin }: Lattice, cell: number): [number, number] {
  const at = (place: number, axis: 0 | 1) =>
    Number((origin[axis] + (place + 0.5) * cellSize).toPrecision(7));
  return [at(cell % width, 0), at(Math.floor(cell / width), 1)];
}

/**
 * The cells that a square brush covers when it moves from one point to another. `size` is the edge of the brush, in
 * cells.
 */
export function sweptCells(
  grid: CellGrid,
  from: readonly number[],
  to: readonly number[],
  size: number,
): number[] {
  const { width, height, cellSize, origin } = grid;
  const swept = new Set<number>();
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const steps = Math.max(1, Math.ceil((2 * length) / cellSize));
  for (let step = 0; step <= steps; step++) {
    const [left, low] = ([0, 1] as const).map((axis) => {
      const at = from[axis] + ((to[axis] - from[axis]) * step) / steps;
      return Math.floor((at - origin[axis]) / cellSize - (size - 1) / 2);
    });
    for (let row = Math.max(0, low); row < Math.min(height, low + size); row++) {
      for (let column = Math.max(0, left); column < Math.min(width, left + size); column++) {
        const cell = row * width + column;
        if (grid.isOpenTo(cell)) swept.add(cell);
      }
    }
  }
  return [...swept];
}

/** A rectangle of cells with the same cost, from its lowest to its highest cell. Both cells belong to the rectangle. */
interface CellBox {
  readonly low: number;
  readonly high: number;
  readonly cost: number;
}

/**
 * Divides cells into few rectangles. All cells of a rectangle have the same cost. A rectangle begins with adjacent
 * cells of one row. It continues with the same columns of the following rows, as long as their cost is the same.
 */
export function boxesOf(costs: ReadonlyMap<number, number>, width: number): CellBox[] {
  const left = new Map([...costs].sort(([a], [b]) => a - b));
  const boxes: CellBox[] = [];
  for (const [low, cost] of left) {
    let columns = 1;
    while ((low + columns) % width !== 0 && left.get(low + columns) === cost) columns++;
    const isFull = (row: number): boolean => {
      for (let column = 0; column < columns; column++) {
        if (left.get(low + row * width + column) !== cost) return false;
      }
      return true;
    };
    let rows = 1;
    while (isFull(rows)) rows++;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) left.delete(low + row * width + column);
    }
    boxes.push({ low, high: low + (rows - 1) * width + columns - 1, cost });
  }
  return boxes;
}

/** The commands that give cells their costs, one command per rectangle of cells. A cost of 0 is a wall. */
export function cellCommands(grid: CellGrid, costs: ReadonlyMap<number, number>): CommandInput[] {
  return boxesOf(costs, grid.width).map(({ low, high, cost }) => ({
    type: 'cells',
    min: middleOf(grid, low),
    max: middleOf(grid, high),
    cost: cost === 0 ? 'wall' : cost,
  }));
}
