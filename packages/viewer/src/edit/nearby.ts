import type { Session } from '../session.ts';
import type { Triple } from './edit.ts';
import type { Sight } from './sight.ts';
import type { Spot } from './tool.ts';

/**
 * The ids of the agents that are drawn within `radius` CSS pixels of a spot. `allow` takes the index of a species, and
 * returns whether agents of this species are included.
 */
export function agentsNear(
  { state }: Session,
  sight: Sight,
  { place }: Spot,
  radius: number,
  allow: (species: number) => boolean = () => true,
): number[] {
  const ids: number[] = [];
  const project = sight.projector();
  for (let row = 0; row < state.living; row++) {
    if (!allow(state.species[row])) continue;
    const seen = project(state.x[row], state.y[row], state.z[row]);
    if (seen === undefined) continue;
    if (Math.hypot(seen[0] - place.clientX, seen[1] - place.clientY) <= radius) {
      ids.push(state.id[row]);
    }
  }
  return ids;
}

/**
 * The index of the target that is drawn nearest to a spot; -1 if no target is within `radius` CSS pixels. The distance
 * is measured to the edge of the target. It is negative if the target covers the spot.
 */
export function targetNear(
  { state, scenario }: Session,
  sight: Sight,
  { place }: Spot,
  radius: number,
  isFree: (name: string) => boolean,
): number {
  let found = -1;
  let least = radius;
  scenario.targets.forEach((target, index) => {
    if (!isFree(target.name)) return;
    const at = [...state.targets.subarray(3 * index, 3 * index + 3)];
    const seen = sight.project(at);
    if (seen === undefined) return;
    const away = Math.hypot(seen[0] - place.clientX, seen[1] - place.clientY);
    const inside = away - target.radius * sight.pixelsPerMeter(at);
    if (inside > least) return;
    least = inside;
    found = index;
  });
  return found;
}

/** The mean of the drawn positions of agents, in m. */
export function middleOfAgents({ state }: Session, ids: readonly number[]): Triple {
  const wanted = new Set(ids);
  const sum: Triple = [0, 0, 0];
  let found = 0;
  for (let row = 0; row < state.living; row++) {
    if (!wanted.has(state.id[row])) continue;
    found++;
    [state.x, state.y, state.z].forEach((column, axis) => {
      sum[axis] += column[row];
    });
  }
  return sum.map((value) => value / Math.max(1, found)) as Triple;
}
