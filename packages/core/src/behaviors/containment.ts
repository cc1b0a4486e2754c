import { type FloatNode, float, select, vec3 } from '../laws/expressions.ts';
import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { weight } from './keys.ts';
import { NO_FORCE } from './parts/velocity.ts';

/**
 * Pushes the agent back from the walls of the bounds. The behavior predicts the agent's position after `lookAhead`
 * seconds at its present velocity. If this position is nearer to a wall than `margin`, the wall pushes along its
 * normal. The push depends on the predicted position: it grows from 0 at the margin to `weight` at the wall, and stays
 * constant beyond the wall.
 *
 * source: the behavior "containment" in Reynolds 1999, Steering Behaviors for Autonomous Characters
 */
export const containment = defineBehavior('containment', {
  family: 'avoidance',
  label: 'Stay off walls',
  keys: {
    weight: weight('N', 30),
    lookAhead: quantity('s', 0, 60, 0.5),
    margin: quantity('m', 1e-3, 1e4, 1),
  },
  needs: ['bounds'],
  force({ self, parameters: { weight, lookAhead, margin }, ground: { bounds, dimensions } }) {
    if (bounds.type === 'open') return NO_FORCE;
    const ahead = self.position.add(self.velocity.mul(lookAhead));
    const push = (depth: FloatNode): FloatNode =>
      select(depth.greaterThan(0), weight.mul(depth.div(margin).min(1)), 0);
    const [x, y, z] = ([ahead.x, ahead.y, ahead.z] as const).map((place, axis) => {
      if (axis >= dimensions) return float(-0);
      const low = float(bounds.min[axis]).add(margin);
      const high = float(bounds.max[axis]).sub(margin);
      return push(low.sub(place)).sub(push(place.sub(high)));
    });
    return vec3(x, y, z);
  },
});
