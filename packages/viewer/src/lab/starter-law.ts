import { defineLaw, select, vec3 } from '@skein/core/laws';

// The force on one agent, written once as an expression: sums are .add(), choices are select().
export const swirl = defineLaw({
  name: 'swirl',
  description: 'Flies around the middle of the world, and keeps away from its neighbors.',
  parameters: {
    weight: { unit: 'kg/s', default: 3, min: 0, max: 100, description: 'How strongly it steers.' },
    speed: { unit: 'm/s', default: 8, min: 0, max: 50, description: 'The speed that it keeps.' },
    push: { unit: 'N', default: 12, min: 0, max: 200, description: 'How strongly it keeps away.' },
    room: {
      unit: 'm',
      default: 3,
      min: 0.1,
      max: 20,
      description: 'Neighbors closer than this are too close.',
    },
  },
  force({ self, neighbors, parameters, dimensions }) {
    const { weight, speed, push, room } = parameters;
    const up = select(dimensions.equal(2), vec3(0, 0, 1), vec3(0, 1, 0));
    const around = up.cross(self.position).withLength(speed);

    const near = neighbors.within(room);
    const away = near.sum((other) => other.offset.normalize()).negate();

    return around.sub(self.velocity).mul(weight).add(away.mul(push));
  },
});
