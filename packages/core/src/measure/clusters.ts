import { type Agents, placesOf } from './agents.ts';
import { shortWay } from './point-grid.ts';

/** Agents between two signs of life. */
const BLOCK = 1024;

/**
 * The sizes of the groups of some agents: each agent of a group is within `distance` (m) of another one of it,
 * the short way round a torus. The sizes are those of the connected components of that graph, in the stored
 * order of the first agent of each.
 *
 * Agents stand in cells as wide as the distance. A group is flooded from its first agent: what a search
 * reaches is taken out of its cell, so that in a crowd, where all are within reach of all, each is looked at
 * once.
 */
export function clusterSizes(agents: Agents, distance: number): number[] {
  const { world } = agents;
  const { position } = world.front;
  const { bounds, dimensions, grid } = world.plan;
  const axes = [position.x, position.y, position.z];
  const places = placesOf(agents);
  const squaredDistance = distance * distance;
  const wrap = bounds.type === 'wrap';
  // A cell of a torus is as wide as the distance at least, and the row of cells closes.
  const counts = [0, 1, 2].map((axis) =>
    wrap && axis < dimensions ? Math.max(1, Math.floor(grid.edge[axis] / distance)) : 0,
  );
  const columnOf = (value: number, axis: number): number => {
    if (axis >= dimensions) return 0;
    if (!wrap) return Math.floor(value / distance);
    const min = Math.fround((bounds as { min: readonly number[] }).min[axis]);
    const column = Math.floor(((value - min) / grid.edge[axis]) * counts[axis]);
    return Math.max(0, Math.min(counts[axis] - 1, column));
  };

  const homes = axes.map(() => new Float64Array(world.plan.agents));
  /** By column along z, y and x. */
  const cells = new Map<number, Map<number, Map<number, number[]>>>();
  for (const [k, i] of places.entries()) {
    if (k % BLOCK === 0) world.live();
    for (let axis = 0; axis < 3; axis++) homes[axis][i] = columnOf(axes[axis][i], axis);
    const layer = within(cells, homes[2][i], () => new Map<number, Map<number, number[]>>());
    const row = within(layer, homes[1][i], () => new Map<number, number[]>());
    within(row, homes[0][i], () => []).push(i);
  }

  /** Columns next to one of an axis, each once. */
  const columnsNear = (column: number, axis: number): number[] => {
    if (axis >= dimensions) return [0];
    const near = [column - 1, column, column + 1];
    if (!wrap) return near;
    const count = counts[axis];
    return [...new Set(near.map((one) => (one + count) % count))];
  };

  /** Takes those within the distance of the agent at place `i` out of a cell. */
  const takeFrom = (cell: number[], i: number, into: number[]): void => {
    let kept = 0;
    for (const j of cell) {
      let squared = 0;
      for (let axis = 0; axis < dimensions; axis++) {
        const offset = shortWay(axes[axis][j] - axes[axis][i], grid.edge[axis]);
        squared += offset * offset;
      }
      if (squared <= squaredDistance) into.push(j);
      else cell[kept++] = j;
    }
    cell.length = kept;
  };

  /** Takes all within the distance of the agent at place `i` out of their cells, itself among them. */
  const takeAround = (i: number, into: number[]): void => {
    for (const cz of columnsNear(homes[2][i], 2)) {
      const layer = cells.get(cz);
      if (layer === undefined) continue;
      for (const cy of columnsNear(homes[1][i], 1)) {
        const row = layer.get(cy);
        if (row === undefined) continue;
        for (const cx of columnsNear(homes[0][i], 0)) {
          const cell = row.get(cx);
          if (cell !== undefined) takeFrom(cell, i, into);
        }
      }
    }
  };

  const isTaken = new Uint8Array(world.plan.agents);
  const sizes: number[] = [];
  let visited = 0;
  for (const first of places) {
    if (isTaken[first] === 1) continue;
    const group: number[] = [];
    takeAround(first, group);
    for (let at = 0; at < group.length; at++) {
      if (visited++ % BLOCK === 0) world.live();
      isTaken[group[at]] = 1;
      takeAround(group[at], group);
    }
    sizes.push(group.length);
  }
  return sizes;
}

function within<Inner>(outer: Map<number, Inner>, key: number, make: () => Inner): Inner {
  const known = outer.get(key);
  if (known !== undefined) return known;
  const made = make();
  outer.set(key, made);
  return made;
}
