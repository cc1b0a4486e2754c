import { cos, defineLaw, float, sin } from '@skein/core/laws';
import { rhythm } from './fireflies.ts';

/** Larger than the swarm, so that all agents see all others, in m. */
const REACH = 10;

/** Is attracted by all others, more strongly if their phases are similar, but keeps apart; its phase follows theirs. */
export const swarmalate = defineLaw({
  name: 'swarmalate',
  description: 'Swarms by phase, and turns its phase by where the others are.',
  parameters: {
    like: { unit: '1', default: 1, min: -1, max: 1, description: 'J: like phases attract.' },
    sync: { unit: '1', default: 0, min: -10, max: 10, description: 'K: phases pull each other.' },
    share: { unit: '1', default: 0.01, min: 0, max: 1, description: '1 / number of agents.' },
  },
  columns: { phase: { type: 'f32', unit: 'rad' } },
  velocity({ self, neighbors, parameters: { like, share } }) {
    const pull = neighbors.within(REACH).sum((other) => {
      const alike = cos(other.phase.sub(self.phase)).mul(like);
      const near = float(1).div(other.distance.max(1e-4));
      return other.offset.mul(near.mul(alike.add(1).sub(near)));
    });
    return pull.mul(share);
  },
  next({ self, neighbors, dt, parameters: { sync, share } }) {
    const pull = neighbors
      .within(REACH)
      .sum((other) => sin(other.phase.sub(self.phase)).div(other.distance.max(1e-4)));
    return { phase: self.phase.add(pull.mul(sync).mul(share).mul(dt)).mod(2 * Math.PI) };
  },
});

/**
 * Swarmalators, which swarm and synchronize at the same time.
 *
 * source: O'Keeffe, Hong and Strogatz 2017, Nature Communications 8, 1504, equations (3) and (4) without own motion
 */
export function swarmalators({ count = 200, like = 1, sync = 0, seed = 1 } = {}) {
  return {
    name: 'swarmalators',
    description: 'Oscillators that attract those of like phase.',
    seed,
    dt: 0.1,
    dimensions: 2,
    laws: [swarmalate, rhythm],
    species: [
      {
        name: 'swarmalator',
        count,
        spawn: { type: 'box', min: [-1, -1], max: [1, 1] },
        columns: { phase: { type: 'f32', initial: { min: 0, max: 6.283185 } } },
        behaviors: [{ type: 'law:swarmalate', like, sync, share: 1 / count }],
      },
    ],
  };
}
