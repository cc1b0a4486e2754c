import { cos, defineLaw, select, sin, vec3 } from '../../src/laws/index.ts';

const ANGLE = { unit: 'rad', min: 0, max: 3.2 };

/**
 * An agent that turns to the side on which it senses most of a trail, and leaves some itself.
 *
 * source: Jones 2010, Characteristics of Pattern Formation and Evolution in Approximations of Physarum Transport
 * Networks
 */
export const physarum = defineLaw({
  name: 'physarum',
  description: 'Turns to where it senses most of the field "trail", and leaves some itself.',
  parameters: {
    speed: { unit: 'm/s', default: 60, min: 0, max: 1e4, description: 'Its speed.' },
    reach: { unit: 'm', default: 9, min: 0, max: 1e4, description: 'How far ahead it senses.' },
    spread: { ...ANGLE, default: 0.7854, description: 'Between the sensors.' },
    turn: { ...ANGLE, default: 0.7854, description: 'By how much it turns in a tick.' },
    leave: { unit: '1', default: 1, min: 0, max: 1e4, description: 'What it leaves in a tick.' },
  },
  velocity({ self, field, random, parameters: { speed, reach, spread, turn } }) {
    const way = self.velocity.normalize();
    const ahead = select(way.lengthSquared().greaterThan(0), way, vec3(1, 0, 0));
    const turned = (c: typeof speed, s: typeof speed) =>
      vec3(ahead.x.mul(c).sub(ahead.y.mul(s)), ahead.x.mul(s).add(ahead.y.mul(c)), 0);
    const sense = (to: typeof ahead) => field('trail').at(self.position.add(to.mul(reach)));
    const [c, s] = [cos(spread), sin(spread)];
    const middle = sense(ahead);
    const left = sense(turned(c, s));
    const right = sense(turned(c, s.negate()));
    const straight = middle.greaterThan(left).and(middle.greaterThan(right));
    const either = middle.lessThan(left).and(middle.lessThan(right));
    const coin = select(random.uniform().lessThan(0.5), 1, -1);
    const side = select(left.greaterThan(right), 1, select(right.greaterThan(left), -1, 0));
    const sign = select(straight, 0, select(either, coin, side));
    return turned(select(sign.equal(0), 1, cos(turn)), sin(turn).mul(sign)).mul(speed);
  },
  deposit: ({ parameters: { leave } }) => ({ trail: leave }),
});

/** A torus of unit cells with a trail on it. */
export function physarumScene(count: number, edge: number) {
  return {
    name: 'physarum',
    seed: 3,
    dimensions: 2,
    bounds: { type: 'wrap', min: [0, 0], max: [edge, edge] },
    fields: [{ name: 'trail', cells: [edge, edge], decay: 6, diffusion: 12 }],
    laws: [physarum],
    species: [
      {
        name: 'cell',
        count,
        spawn: { type: 'box', min: [0, 0], max: [edge, edge], velocity: { speed: 60 } },
        behaviors: [{ type: 'law:physarum' }],
      },
    ],
  };
}
