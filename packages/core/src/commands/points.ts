import { MAX_LISTED } from '../schema/limits.ts';
import type { ReportProblem, Scope } from './define-command.ts';

/** The maximum length of lists that are created as plain arrays. Typed arrays take longer to create. */
const SHORT = 64;

type List = Uint32Array | Float32Array;

/** Reports the points that lie outside the bounds. Each point has three numbers. */
export function checkInside(
  points: ArrayLike<number>,
  pathOf: (index: number) => string,
  { bounds, dimensions }: Scope,
  report: ReportProblem,
): void {
  if (bounds === undefined || bounds.type === 'open') return;
  let listed = 0;
  for (let k = 0; k < points.length && listed < MAX_LISTED; k++) {
    const axis = k % 3;
    if (axis >= dimensions) continue;
    const [min, max] = [bounds.min[axis], bounds.max[axis]];
    if (points[k] >= min && points[k] <= max) continue;
    report(
      pathOf(Math.floor(k / 3)),
      `${'xyz'[axis]} at ${points[k]}`,
      `inside the bounds, ${min} to ${max}`,
    );
    listed++;
    // One problem per point is enough, so the rest of the point is skipped.
    k += 2 - axis;
  }
}

/**
 * Converts points to the form in which a world stores them: f32, with z = 0 in two dimensions. Points on the far edge
 * of a torus move to the near edge.
 */
export function laidPoints(
  points: ArrayLike<number>,
  {
    bounds,
    dimensions,
  }: Pick<Scope, 'dimensions'> & { readonly bounds: NonNullable<Scope['bounds']> },
): ArrayLike<number> {
  const { length } = points;
  const laid = length <= SHORT ? new Array<number>(length) : new Float32Array(length);
  for (let k = 0; k < length; k++) {
    const axis = k % 3;
    const at = Math.fround(points[k]);
    if (axis >= dimensions) laid[k] = 0;
    else if (bounds.type === 'wrap' && at >= Math.fround(bounds.max[axis])) {
      laid[k] = bounds.min[axis];
    } else laid[k] = at;
  }
  return laid;
}

const ENDLESS = { type: 'open' } as const;

/** Like `laidPoints`, for velocities and goals, which a torus does not move. */
export function laidVectors(
  vectors: ArrayLike<number>,
  { dimensions }: Pick<Scope, 'dimensions'>,
): ArrayLike<number> {
  return laidPoints(vectors, { dimensions, bounds: ENDLESS });
}

/** Concatenates lists of numbers. */
export function join<L extends List>(
  Type: new (length: number) => L,
  ...lists: ArrayLike<number>[]
): L | number[] {
  let length = 0;
  for (const list of lists) length += list.length;
  const joined = length <= SHORT ? new Array<number>(length) : new Type(length);
  let at = 0;
  for (const list of lists) {
    if (list.length > SHORT) (joined as L).set(list, at);
    else for (let k = 0; k < list.length; k++) joined[at + k] = list[k];
    at += list.length;
  }
  return joined;
}
