import { BIRTH_ROWS, type Births, type State } from '../world/layout.ts';
import type { Plan } from '../world/plan.ts';
import { type PlaneView, planeViews } from './planes.ts';

type Ring = Pick<State, 'nextBirth' | 'keptBirths'>;

/** The position of the oldest kept birth in the ring. */
function oldest({ nextBirth, keptBirths }: Ring, capacity: number): number {
  return (nextBirth[0] + capacity - keptBirths[0]) % Math.max(capacity, 1);
}

/**
 * The births that the ring keeps, the oldest first, as planes. Unused entries are left out, because most rings are far
 * from full.
 */
export function keptPlanes({ particles: capacity }: Plan, ring: Ring, births: Births): PlaneView[] {
  const first = oldest(ring, capacity);
  const kept = ring.keptBirths[0];
  const ahead = Math.min(kept, capacity - first);
  return planeViews(BIRTH_ROWS, births).map((plane) => {
    const { per, view } = plane;
    if (per !== 'particle') return plane;
    const unrolled = view.slice(0, kept);
    unrolled.set(view.subarray(first, first + ahead));
    unrolled.set(view.subarray(0, kept - ahead), ahead);
    return { ...plane, view: unrolled };
  });
}

/** Writes births from a saved state into a ring. Each birth gets the slot of the ring that it had before. */
export function putBirths(
  { particles: capacity }: Plan,
  ring: Ring,
  kept: Births,
  to: Births,
): void {
  const first = oldest(ring, capacity);
  const ahead = Math.min(ring.keptBirths[0], capacity - first);
  const into = planeViews(BIRTH_ROWS, to);
  planeViews(BIRTH_ROWS, kept).forEach(({ per, view }, plane) => {
    const target = into[plane].view;
    if (per !== 'particle') target.set(view);
    else {
      target.set(view.subarray(0, ahead), first);
      target.set(view.subarray(ahead));
    }
  });
}
