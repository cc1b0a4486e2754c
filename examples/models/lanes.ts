import { defineLaw, exp, vec3 } from '@skein/core/laws';

/** Walks along x at its own speed, and keeps away from others and from the walls of the corridor. */
export const stride = defineLaw({
  name: 'stride',
  description: 'Walks along x, and keeps off others and the walls.',
  parameters: {
    speed: { unit: 'm/s', default: 1.3, min: 0, max: 10, description: 'Desired speed.' },
    way: { unit: '1', default: 1, min: -1, max: 1, description: '1 along x, -1 against it.' },
    width: { unit: 'm', default: 8, min: 1, max: 100, description: 'Width of the corridor.' },
  },
  force({ self, neighbors, parameters: { speed, way, width } }) {
    const ahead = vec3(way, 0, 0);
    const push = neighbors.within(3).sum((other) => {
      const toward = other.offset.normalize();
      const gap = other.distance.sub(self.radius).sub(other.radius);
      // Neighbors behind it count less.
      const heed = toward.dot(ahead).add(1).mul(0.4).add(0.2);
      return toward.mul(exp(gap.div(-0.2)).mul(10).mul(heed)).negate();
    });
    const { y } = self.position;
    const [low, high] = [y.sub(self.radius), width.sub(y).sub(self.radius)];
    const walls = exp(low.div(-0.2))
      .sub(exp(high.div(-0.2)))
      .mul(10);
    const wanted = ahead.mul(speed).sub(self.velocity).mul(2);
    return wanted.add(push).add(vec3(0, walls, 0));
  },
});

/**
 * Two crowds that walk through each other in a corridor, and form lanes.
 *
 * source: Helbing and Molnar 1995, Phys. Rev. E 51, 4282
 */
export function lanes({ count = 120, length = 40, width = 8, seed = 1 } = {}) {
  const box = { min: [0, 0.5], max: [length, width - 0.5] };
  const walkers = (name: string, way: number) => ({
    name,
    count: count / 2,
    radius: 0.25,
    maxSpeed: 2,
    spawn: { type: 'box', ...box },
    behaviors: [{ type: 'law:stride', way, width }],
  });
  return {
    name: 'lanes',
    description: 'Two crowds walk through each other in a corridor, and form lanes.',
    seed,
    dimensions: 2,
    // The corridor wraps around at its ends; its walls are in the law.
    bounds: { type: 'wrap', min: [0, -6], max: [length, width + 6] },
    laws: [stride],
    species: [walkers('eastward', 1), walkers('westward', -1)],
  };
}
