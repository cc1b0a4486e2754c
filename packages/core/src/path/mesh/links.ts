import { createPlace, type MeshPlace, nearestOnMesh } from './mesh-place.ts';
import type { MeshLinks, NavMesh } from './nav-mesh.ts';

/** A link of a scenario: a way from one place to another that does not lead over polygons. */
export interface LinkInput {
  readonly from: readonly [x: number, y: number, z?: number];
  readonly to: readonly [x: number, y: number, z?: number];
  /** What its use costs, in meters of the default area; at least 0. */
  readonly cost: number;
  /** Whether it leads back too. */
  readonly both: boolean;
}

export const NO_LINKS: MeshLinks = linksFrom([]);

/** Puts the ends of links onto the nearest points of a mesh. A link that leads back too becomes two. */
export function linksOn(mesh: NavMesh, links: readonly LinkInput[]): MeshLinks {
  const placed = links.flatMap(({ from, to, cost, both }, index) => {
    const [one, other] = [from, to].map(([x, y, z]) => {
      const place = createPlace();
      nearestOnMesh(place, mesh, x, y, z);
      return place;
    });
    const there = { index, cost, from: one, to: other };
    return both ? [there, { index, cost, from: other, to: one }] : [there];
  });
  // The sort is stable.
  placed.sort((one, other) => one.from.polygon - other.from.polygon);
  return linksFrom(placed);
}

interface Placed {
  readonly index: number;
  readonly cost: number;
  readonly from: MeshPlace;
  readonly to: MeshPlace;
}

function linksFrom(placed: readonly Placed[]): MeshLinks {
  return {
    count: placed.length,
    index: Uint32Array.from(placed, ({ index }) => index),
    from: Uint32Array.from(placed, ({ from }) => from.polygon),
    to: Uint32Array.from(placed, ({ to }) => to.polygon),
    fromX: Float32Array.from(placed, ({ from }) => from.x),
    fromY: Float32Array.from(placed, ({ from }) => from.y),
    toX: Float32Array.from(placed, ({ to }) => to.x),
    toY: Float32Array.from(placed, ({ to }) => to.y),
    cost: Float32Array.from(placed, ({ cost }) => cost),
  };
}

/** The number of the first directed link that begins in polygon `p` or in a later one. */
export function firstLinkFrom({ count, from }: MeshLinks, p: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (from[middle] < p) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** For each polygon to which links lead, these links, in order. */
export function linksByEnd({ count, to }: MeshLinks): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (let link = 0; link < count; link++) {
    const others = found.get(to[link]);
    if (others === undefined) found.set(to[link], [link]);
    else others.push(link);
  }
  return found;
}
