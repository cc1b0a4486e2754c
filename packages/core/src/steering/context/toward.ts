import { slotFor } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import { STATUS } from '../../world/status.ts';
import { bandOf } from '../aim.ts';
import { aimsOf } from './block-aims.ts';
import { directionsOf } from './directions.ts';
import { type WriteInterest, wantDirection } from './maps.ts';

const fround = Math.fround;

/** Wants the way to the aim of a seek: what its force says too, and quicker. */
export const wantSeek: WriteInterest = (world, behavior, maps, merge, begin, end) => {
  wantAim(1, world, behavior, maps, merge, begin, end);
};

/** Wants the way from the aim of a flee; none on the aim itself. */
export const wantFlee: WriteInterest = (world, behavior, maps, merge, begin, end) => {
  wantAim(-1, world, behavior, maps, merge, begin, end);
};

function wantAim(
  sign: 1 | -1,
  ...[world, behavior, maps, merge, begin, end]: Parameters<WriteInterest>
): void {
  const directions = directionsOf(world.plan.dimensions);
  const { status, species, behaviorParameters } = world.front;
  const weight = behaviorParameters[behavior.index * RECORD + slotFor(behavior, 'weight')];
  const { from, to } = bandOf(behaviorParameters, behavior);
  const aims = aimsOf(world, behavior, begin, end);
  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
    const k = i - begin;
    const distance = aims.distance[k];
    if (!(distance > 0) || distance < from || distance > to) continue;
    const ux = fround(sign * aims.x[k]);
    const uy = fround(sign * aims.y[k]);
    const uz = fround(sign * aims.z[k]);
    wantDirection(maps, directions, k, ux, uy, uz, weight, merge);
  }
}
