import type { TrajectorySample } from './trajectory.ts';

/**
 * The straight motion of an agent between two samples, from (x0, y0) to (x1, y1), relative to a center (m).
 */
export type VisitMotion = (id: number, x0: number, y0: number, x1: number, y1: number) => void;

/**
 * Calls `visit` for the motion of each agent that is alive in two consecutive samples. On a torus with these edges (0
 * for none), agents move the short way, and a motion that leaves the surroundings of the center on one side is visited
 * a second time, where it enters them on the other.
 */
export function eachMotion(
  before: TrajectorySample,
  after: TrajectorySample,
  center: readonly [number, number],
  edges: readonly [number, number],
  visit: VisitMotion,
): void {
  const placeOf = new Map<number, number>();
  for (const [at, id] of before.ids.entries()) placeOf.set(id, at);
  for (const [at, id] of after.ids.entries()) {
    const from = placeOf.get(id);
    if (from === undefined) continue;
    const waysX = waysOf(before.x[from] - center[0], after.x[at] - center[0], edges[0]);
    const waysY = waysOf(before.y[from] - center[1], after.y[at] - center[1], edges[1]);
    for (const [x0, x1] of waysX) for (const [y0, y1] of waysY) visit(id, x0, y0, x1, y1);
  }
}

/** Returns the beginning and the end of a motion along an axis; on a torus also of a second one, if it wraps. */
function waysOf(from: number, to: number, edge: number): readonly (readonly [number, number])[] {
  if (edge === 0) return [[from, to]];
  const begin = nearest(from, edge);
  const end = to + edge * Math.round((begin - to) / edge);
  if (Math.abs(end) <= edge / 2) return [[begin, end]];
  const turn = end > 0 ? -edge : edge;
  return [
    [begin, end],
    [begin + turn, end + turn],
  ];
}

/** The offset nearest to 0 that is equivalent on a torus. */
export function nearest(offset: number, edge: number): number {
  return edge === 0 ? offset : offset - edge * Math.round(offset / edge);
}
