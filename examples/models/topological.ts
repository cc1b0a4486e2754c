import { defineLaw, select } from '@skein/core/laws';

const NEAREST = 7;
/** The radius of a set that is empty (m). */
const NOWHERE = -1;

/** Aligns with its seven nearest neighbors, however far away they are, or with all within a range. */
export const heed = defineLaw({
  name: 'heed',
  description: 'Aligns with its seven nearest, or with all within a range.',
  parameters: {
    sight: { unit: 'm', default: 20, min: 1, max: 1e4, description: 'How far it sees.' },
    range: { unit: 'm', default: 0, min: 0, max: 1e4, description: '0: the seven nearest.' },
    speed: { unit: 'm/s', default: 3, min: 0, max: 100, description: 'Its speed.' },
    align: { unit: '1/s', default: 2, min: 0, max: 100, description: 'How fast it aligns.' },
    noise: { unit: 'N', default: 10, min: 0, max: 1e3, description: 'Random force.' },
  },
  force({ self, neighbors, random, parameters: { sight, range, speed, align, noise } }) {
    // One of the two sets is always empty, and costs nothing.
    const isMetric = range.greaterThan(0);
    const nearest = neighbors.nearest(NEAREST, select(isMetric, NOWHERE, sight));
    const inRange = neighbors.within(select(isMetric, range.min(sight), NOWHERE));
    const [one, other] = [nearest, inRange].map((set) => set.sum(({ velocity }) => velocity));
    const course = one.add(other);
    const ahead = select(course.lengthSquared().greaterThan(0), course, self.velocity);
    const turn = ahead.withLength(speed).sub(self.velocity).mul(align);
    return turn.add(random.direction().mul(noise));
  },
});

/**
 * A flock in which each agent follows its seven nearest neighbors, so that its order does not depend on its density.
 *
 * source: Ballerini et al. 2008, PNAS 105, 1232; Ginelli and Chate 2010, Phys. Rev. Lett. 105, 168103
 */
export function topological({ count = 300, edge = 20, range = 0, noise = 10, seed = 1 } = {}) {
  const box = { min: [0, 0, 0], max: [edge, edge, edge] };
  return {
    name: 'topological',
    description: 'A flock in which each bird follows its seven nearest, however far they are.',
    seed,
    dt: 0.05,
    bounds: { type: 'wrap', ...box },
    laws: [heed],
    species: [
      {
        name: 'starling',
        count,
        maxSpeed: 6,
        spawn: { type: 'box', ...box, velocity: { speed: 3 } },
        behaviors: [{ type: 'law:heed', range, noise, sight: 0.33 * edge }],
      },
    ],
  };
}
