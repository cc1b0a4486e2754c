import { fieldReadBy } from './field-reads.ts';
import type { WorkedLaw } from './law.ts';
import type { NodeData } from './node.ts';
import { operandsOf } from './schedule.ts';

/**
 * The grid of a scalar field: the number of cells along x, y and z, the lowest corner (m), and the number of cells per
 * meter. All numbers are f32.
 */
export interface FieldGrid {
  readonly name: string;
  readonly cells: readonly [number, number, number];
  readonly origin: readonly [number, number, number];
  readonly inverse: readonly [number, number, number];
  readonly wraps: boolean;
}

/** Adds a node to the list, unless the list has an equal node. Returns the index of the node. */
export type Place = (...node: NodeData) => number;

type Triple = readonly [x: number, y: number, z: number];

/**
 * Makes the nodes that read a field at a position. Without an axis, the nodes read the value. With an axis, they read
 * the gradient along this axis.
 */
export type ReadField = (
  place: Place,
  field: string,
  position: Triple,
  axis: 0 | 1 | 2 | undefined,
) => number;

/**
 * Replaces each reading of a scalar field in a law by operations on the world's grid for this field. As a result,
 * kernels need not know about grids. Nodes that several readings share are computed once.
 */
export function lowerFields<L extends WorkedLaw>(law: L, read: ReadField): L {
  if (!law.nodes.some(([name]) => name === 'field')) return law;
  const nodes: NodeData[] = [];
  const known = new Map<string, number>();
  const place: Place = (...node) => {
    const key = node.join(' ');
    const at = known.get(key) ?? nodes.push(node) - 1;
    known.set(key, at);
    return at;
  };
  const places: number[] = [];
  for (const node of law.nodes) {
    const operands = operandsOf(node).map((at) => places[at]);
    if (node[0] === 'field') {
      const { field, axis } = fieldReadBy(node);
      places.push(read(place, field, operands as unknown as Triple, axis));
      continue;
    }
    const [name, ...rest] = node;
    const own = rest.slice(operands.length);
    places.push(place(...([name, ...operands, ...own] as unknown as NodeData)));
  }
  return { ...law, nodes, vector: law.vector.map((at) => places[at]) };
}

/**
 * Returns a function that creates nodes. These nodes read fields on grids. The value of a cell is the value at its
 * center.
 */
export function onGrids(grids: readonly FieldGrid[]): ReadField {
  return (place, field, position, axis) => {
    const grid = grids.find(({ name }) => name === field)!;
    const number = (value: number) => place('number', value);
    if (axis !== undefined && grid.cells[axis] === 1) return number(0);
    const [nx, ny] = grid.cells;
    const along = [1, nx, nx * ny].map((stride, k) =>
      alongAxis(place, grid, position[k], k, stride),
    );
    const [x, y, z] = along.map(({ cells }) => cells);
    let values = z.flatMap((level) =>
      y.flatMap((row) => {
        const line = place('addWhole', level, row);
        // Compiled code loads two cells of a line at once, so both indices come first.
        const indices = x.map((column) => place('addWhole', line, column));
        return indices.map((index) => place('cell', index, field));
      }),
    );
    along.forEach(({ cells, share }, k) => {
      if (cells.length === 1) return;
      const half = values.length / 2;
      values = Array.from({ length: half }, (_, pair) => {
        const [from, to] = [values[2 * pair], values[2 * pair + 1]];
        const step = place('sub', to, from);
        return k === axis ? step : place('add', from, place('mul', step, share));
      });
    });
    return axis === undefined ? values[0] : place('mul', values[0], number(grid.inverse[axis]));
  };
}

/**
 * Makes nodes for interpolation along an axis. The coordinate `at` is between the centers of two cells. The returned
 * `cells` are the indices of these two cells, times `stride`. `share` is the distance from the center of the first cell
 * to the coordinate, in cells.
 */
function alongAxis(
  place: Place,
  { cells, origin, inverse, wraps }: FieldGrid,
  at: number,
  axis: number,
  stride: number,
): { readonly cells: readonly number[]; readonly share: number } {
  const number = (value: number) => place('number', value);
  const count = cells[axis];
  if (count === 1) return { cells: [place('whole', 0)], share: number(0) };
  const last = number(count - 1);
  // A grid has fewer than 2^24 cells, so the product is exact in f32. What is below 0, or NaN, becomes 0.
  const indexOf = (cell: number): number => {
    const within = place('min', cell, last);
    return place('toWhole', stride === 1 ? within : place('mul', within, number(stride)));
  };
  const inCells = place('mul', place('sub', at, number(origin[axis])), number(inverse[axis]));
  const fromMiddle = place('sub', inCells, number(0.5));
  const low = place('floor', fromMiddle);
  const share = place('sub', fromMiddle, low);
  const nextTo = (first: number): number => place('addWhole', first, place('whole', stride));
  if (!wraps) {
    const first = indexOf(low);
    const isInside = place('and', place('lessEqual', number(0), low), place('less', low, last));
    return { cells: [first, place('selectWhole', isInside, nextTo(first), first)], share };
  }
  // Multiplying by the inverse of a power of two gives the same bits as dividing, and takes less time.
  const isPower = (count & (count - 1)) === 0;
  const inTurns = isPower ? place('mul', low, number(1 / count)) : place('div', low, number(count));
  // Far from the origin a coordinate has too few digits to tell cells apart, so the result is clamped.
  const cell = place('sub', low, place('mul', place('floor', inTurns), number(count)));
  const first = indexOf(cell);
  const isLast = place('lessEqual', last, cell);
  return {
    cells: [first, place('selectWhole', isLast, place('whole', 0), nextTo(first))],
    share,
  };
}

/**
 * Returns the name of a parameter that replaces a field when a law runs without a world. If `axis` is absent, the
 * parameter is the value of the field at the agent. Otherwise it is the gradient along the axis.
 */
export function fieldParameter(field: string, axis?: 'x' | 'y' | 'z'): string {
  return axis === undefined ? `field.${field}` : `field.${field}.${axis}`;
}

const AXES = ['x', 'y', 'z'] as const;

/**
 * Makes the nodes that read a field, for a law that runs without a world. Parameters of the law define the field. They
 * give its value at the agent, and a gradient that is the same everywhere.
 */
export const inScene: ReadField = (place, field, position, axis) => {
  if (axis !== undefined) return place('parameter', fieldParameter(field, AXES[axis]));
  return AXES.reduce(
    (sum, name, k) => {
      const step = place('sub', position[k], place('self', `position.${name}`));
      return place('add', sum, place('mul', step, place('parameter', fieldParameter(field, name))));
    },
    place('parameter', fieldParameter(field)),
  );
};
