import { cos, defineLaw, select, sin } from '@skein/core/laws';

const zone = (value: number, description: string) =>
  ({ unit: 'm', default: value, min: 0, max: 100, description }) as const;

/**
 * Flies away from close neighbors; otherwise aligns in the zone of orientation, and approaches in that of attraction.
 */
export const school = defineLaw({
  name: 'school',
  description: 'Repulsion, orientation and attraction by zones, with a limited rate of turning.',
  parameters: {
    orientation: zone(2, 'Width of the zone of orientation.'),
    attraction: zone(14, 'Width of the zone of attraction.'),
    turn: { unit: 'rad/s', default: 0.6981, min: 0, max: 31, description: 'How fast it turns.' },
    noise: { unit: 'rad', default: 0.05, min: 0, max: 3, description: 'Deviation of its course.' },
  },
  velocity({ self, neighbors, random, dt, parameters }) {
    const { orientation, attraction, turn, noise } = parameters;
    const ahead = self.velocity.normalize();
    const tooNear = neighbors.within(1);
    const away = tooNear.sum((other) => other.offset.normalize()).negate();
    // It sees 270 degrees around its direction.
    const seen = neighbors.within(orientation.add(attraction).add(1), { cosine: -0.70710678 });
    const wish = seen.sum((other) => {
      const aligns = other.distance.lessThan(orientation.add(1));
      return select(aligns, other.velocity.normalize(), other.offset.normalize());
    });
    const wanted = select(tooNear.count().greaterThan(0), away, wish).normalize();
    const lost = wanted.lengthSquared().equal(0);
    const error = random.direction().mul(random.normal(1).mul(noise));
    const course = select(lost, ahead, wanted).add(error).normalize();
    const most = turn.mul(dt);
    const along = course.dot(ahead);
    const aside = course.sub(ahead.mul(along)).normalize();
    const turned = ahead.mul(cos(most)).add(aside.mul(sin(most)));
    return select(along.greaterThanEqual(cos(most)), course, turned).withLength(3);
  },
});

/**
 * A school whose shape depends on one zone: swarm, torus, dynamic or highly parallel group.
 *
 * source: Couzin, Krause, James, Ruxton and Franks 2002, J. Theor. Biol. 218, 1
 */
export function couzin({ count = 100, orientation = 2, attraction = 14, seed = 1 } = {}) {
  const spawn = { type: 'sphere', center: [0, 0, 0], radius: 5, velocity: { speed: 3 } };
  const behaviors = [{ type: 'law:school', orientation, attraction }];
  return {
    name: 'couzin',
    description: 'A school whose shape depends on the width of its zone of orientation.',
    seed,
    dt: 0.1,
    laws: [school],
    species: [{ name: 'fish', count, maxSpeed: 3, spawn, behaviors }],
  };
}
