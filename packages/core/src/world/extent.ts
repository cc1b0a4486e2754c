import type { Species } from '../scenario/schema.ts';

/** A box whose edges are parallel to the axes (m). */
export interface Box {
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
}

/** The boxes in which the agents of each species start. A species that starts in a pool has no box. */
export function startsOf({ species }: { readonly species: readonly Species[] }): Box[] {
  return species.flatMap(({ spawn }) => startOf(spawn) ?? []);
}

function startOf(spawn: Species['spawn']): Box | undefined {
  if (spawn.type === 'pool') return undefined;
  if (spawn.type === 'box') return { min: [...spawn.min], max: [...spawn.max] };
  if (spawn.type === 'points') return boxOf(spawn.positions, 0);
  return boxOf([spawn.center], spawn.radius);
}

/** The bounding box of points, widened by `margin` on each side (m). */
function boxOf(points: readonly (readonly number[])[], margin: number): Box {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const point of points) {
    for (let axis = 0; axis < 3; axis++) {
      min[axis] = Math.min(min[axis], point[axis] - margin);
      max[axis] = Math.max(max[axis], point[axis] + margin);
    }
  }
  return { min, max };
}
