import { slotOf } from '../../scenario/schema.ts';
import { RECORD } from '../../world/layout.ts';
import { STATUS } from '../../world/status.ts';
import { aimInto, bandOf, createAim } from '../aim.ts';
import { directionsOf } from './directions.ts';
import { type WriteInterest, wantDirection } from './maps.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

const aim = createAim();

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
  const weight = behaviorParameters[behavior.index * RECORD + slotOf(behavior.type, 'weight')]!;
  const { from, to } = bandOf(behaviorParameters, behavior);
  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
    if (!aimInto(aim, world, behavior, i)) continue;
    const { x, y, z } = aim;
    const distance = fround(sqrt(fround(fround(fround(x * x) + fround(y * y)) + fround(z * z))));
    if (!(distance > 0) || distance < from || distance > to) continue;
    const scale = fround(sign / distance);
    const ux = fround(x * scale);
    const uy = fround(y * scale);
    const uz = fround(z * scale);
    wantDirection(maps, directions, i - begin, ux, uy, uz, weight, merge);
  }
}
