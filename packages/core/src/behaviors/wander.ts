import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { weight } from './keys.ts';

/**
 * Pulls in a random direction that changes smoothly. The direction goes from one uniformly random unit vector to the
 * next in each `interval`. It depends only on seed, id and tick, so no state is stored. Each agent starts at a
 * different point in the interval.
 *
 * source: the behavior "wander" in Reynolds 1999. Here, value noise replaces the random walk
 */
export const wander = defineBehavior('wander', {
  family: 'steering',
  label: 'Wander',
  keys: {
    weight: weight('N', 1),
    interval: quantity('s', 1e-3, 3600, 1),
  },
  force({ self, tick, dt, random, parameters: { weight, interval } }) {
    const ticks = interval.div(dt).add(0.5).floor().max(1).toUint();
    const time = tick.add(self.id.mod(ticks));
    const epoch = time.div(ticks);
    const share = time.mod(ticks).toFloat().div(ticks.toFloat()).smoothstep(0, 1);
    const from = random.at(epoch).direction();
    const to = random.at(epoch.add(1)).direction();
    return from.mix(to, share).mul(weight);
  },
});
