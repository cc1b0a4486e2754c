import { cos, defineLaw, select, sin, vec3 } from '@skein/core/laws';

const ANGLE = { unit: 'rad', min: 0, max: 3.2 };

/** Turns to the side where its three sensors ahead of it sense most of the field "trail". */
export const sense = defineLaw({
  name: 'sense',
  description: 'Turns toward the strongest trail that it senses.',
  parameters: {
    speed: { unit: 'm/s', default: 60, min: 0, max: 1e4, description: 'Its speed.' },
    reach: { unit: 'm', default: 9, min: 0, max: 1e4, description: 'How far ahead it senses.' },
    spread: { ...ANGLE, default: 0.7854, description: 'Angle between sensors.' },
    turn: { ...ANGLE, default: 0.7854, description: 'Turn per tick.' },
  },
  velocity({ self, field, random, parameters: { speed, reach, spread, turn } }) {
    const way = self.velocity.normalize();
    const ahead = select(way.lengthSquared().greaterThan(0), way, vec3(1, 0, 0));
    const turned = (c: typeof speed, s: typeof speed) =>
      vec3(ahead.x.mul(c).sub(ahead.y.mul(s)), ahead.x.mul(s).add(ahead.y.mul(c)), 0);
    const seen = (to: typeof ahead) => field('trail').at(self.position.add(to.mul(reach)));
    const middle = seen(ahead);
    const left = seen(turned(cos(spread), sin(spread)));
    const right = seen(turned(cos(spread), sin(spread).negate()));
    const either = middle.lessThan(left).and(middle.lessThan(right));
    const straight = middle.greaterThan(left).and(middle.greaterThan(right));
    const coin = select(random.uniform().lessThan(0.5), 1, -1);
    const side = select(left.greaterThan(right), 1, select(right.greaterThan(left), -1, 0));
    const sign = select(straight, 0, select(either, coin, side));
    return turned(select(sign.equal(0), 1, cos(turn)), sin(turn).mul(sign)).mul(speed);
  },
});

/**
 * A slime mold whose cells leave a trail and follow it, and so form a net that becomes coarser.
 *
 * source: Jones 2010, Artificial Life 16, 127: sensors 9 cells ahead and 45 degrees apart, turns of 45 degrees
 */
export function physarum({ count = 20_000, edge = 256, seed = 1 } = {}) {
  const box = { min: [0, 0], max: [edge, edge] };
  return {
    name: 'physarum',
    description: 'The cells of a slime mold follow the trail that they leave, and form a net.',
    seed,
    dimensions: 2,
    bounds: { type: 'wrap', ...box },
    fields: [{ name: 'trail', cells: [edge, edge], decay: 6, diffusion: 12 }],
    laws: [sense],
    species: [
      {
        name: 'cell',
        count,
        spawn: { type: 'box', ...box, velocity: { speed: 60 } },
        behaviors: [{ type: 'law:sense' }, { type: 'deposit', field: 'trail', rate: 60 }],
      },
    ],
  };
}
