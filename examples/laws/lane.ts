import { defineLaw, select, vec3 } from '@skein/core/laws';

/**
 * Follows a path in its direction, on the right side. The wanted direction leads along the path. The farther the agent
 * is from its lane, the more it turns toward the lane: at the distance `turn`, by 45 degrees.
 *
 * source: the vector field for straight lines of Nelson, Barber, McLain and Beard 2007, "Vector Field Path Following
 * for Miniature Air Vehicles", with a straight line in place of their arc tangent
 */
export const lane = defineLaw({
  name: 'lane',
  description: 'Goes along a path, to the right of it.',
  parameters: {
    weight: {
      unit: 'kg/s',
      default: 4,
      min: 0,
      max: 1e6,
      description: 'Pull toward the wanted velocity.',
    },
    side: {
      unit: 'm',
      default: 1,
      min: -1e4,
      max: 1e4,
      description: 'How far to the right of the path; to the left of it where negative.',
    },
    turn: {
      unit: 'm',
      default: 3,
      min: 1e-3,
      max: 1e4,
      description: 'Distance at which it heads for the lane at 45 degrees.',
    },
  },
  aim: 'path',
  force({ self, aim, parameters: { weight, side, turn }, dimensions }) {
    const up = select(dimensions.equal(2), vec3(0, 0, 1), vec3(0, 1, 0));
    const along = aim.heading;
    const right = along.cross(up).normalize();
    const toLane = aim.offset.add(right.mul(side));
    const inward = toLane.sub(along.mul(toLane.dot(along)));
    const course = along.add(inward.div(turn));
    return course.withLength(self.maxSpeed).sub(self.velocity).mul(weight);
  },
});
