import type { GridMap } from '@skein/core/path';

const WALL = '#';
const OPEN = '.';
/** The character for an open cell that costs more than the cheapest cell. */
const DEARER = ':';
const STEP = 'o';
const START = 'A';
const GOAL = 'B';

/** If a map has more lines than this, only the part around the path and the goal is drawn. */
const MAX_LINES = 100;

export interface Drawing {
  /** The cells of the path in order, as indices into the map. */
  readonly cells: Int32Array;
  readonly goal: number;
  /** The width of the drawing, in characters. */
  readonly columns: number;
}

/**
 * Draws a map and a path as lines of text, with one character per cell. If the map does not fit the terminal, only the
 * part around the path and the goal is drawn.
 */
export function drawMap(map: GridMap, { cells, goal, columns }: Drawing): string {
  const { width, height, cost, cheapest } = map;
  const marks = new Map<number, string>();
  for (const cell of cells) marks.set(cell, STEP);
  marks.set(goal, GOAL);
  marks.set(cells[0], START);

  const part = width > columns || height > MAX_LINES;
  const xs = part ? spanOf(marks, (cell) => cell % width) : [0, width - 1];
  const ys = part ? spanOf(marks, (cell) => Math.floor(cell / width)) : [0, height - 1];
  const [left, right] = xs as [number, number];
  const [top, bottom] = ys as [number, number];
  if (right - left >= columns) return '';
  const lines: string[] = part ? [`columns ${left} to ${right}, rows ${top} to ${bottom}`] : [];
  for (let y = top; y <= bottom; y++) {
    let line = '';
    for (let x = left; x <= right; x++) {
      const cell = y * width + x;
      const ground = cost[cell] === cheapest ? OPEN : DEARER;
      line += marks.get(cell) ?? (cost[cell] === 0 ? WALL : ground);
    }
    lines.push(line);
  }
  return `${lines.join('\n')}\n`;
}

function spanOf(marks: Map<number, string>, along: (cell: number) => number): [number, number] {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const cell of marks.keys()) {
    least = Math.min(least, along(cell));
    most = Math.max(most, along(cell));
  }
  return [least, most];
}
