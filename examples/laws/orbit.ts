import { defineLaw, select, vec3 } from '@skein/core/laws';

/**
 * Circles its aim at a distance and at the height of the aim, clockwise as seen from above. The wanted direction leads
 * around the aim. The farther the agent is from the circle, the more it turns toward the circle: at the distance
 * `distance`, by 45 degrees.
 *
 * source: the vector field for circles of Nelson, Barber, McLain and Beard 2007, "Vector Field Path Following for
 * Miniature Air Vehicles", with a straight line in place of their arc tangent
 */
export const orbit = defineLaw({
  name: 'orbit',
  description: 'Circles its aim in the horizontal plane at a distance.',
  parameters: {
    weight: {
      unit: 'kg/s',
      default: 4,
      min: 0,
      max: 1e6,
      description: 'Pull toward the wanted velocity.',
    },
    distance: {
      unit: 'm',
      default: 5,
      min: 1e-3,
      max: 1e5,
      description: 'Radius of the circle.',
    },
  },
  aim: 'one',
  force({ self, aim, parameters: { weight, distance }, dimensions }) {
    // In two dimensions, agents move in x and y; in space, y points up.
    const up = select(dimensions.equal(2), vec3(0, 0, 1), vec3(0, 1, 0));
    const climb = up.mul(aim.offset.dot(up));
    const across = aim.offset.sub(climb);
    const inward = across.normalize();
    const around = up.cross(inward);
    const error = across.length().sub(distance).div(distance);
    const course = around.add(inward.mul(error)).add(climb.div(distance));
    return course.withLength(self.maxSpeed).sub(self.velocity).mul(weight);
  },
});
