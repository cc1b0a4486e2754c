import { type FloatNode, float, select, type UintNode, uint } from '../laws/expressions.ts';
import { choice, quantity } from '../schema/quantities.ts';
import { defineBehavior, type Ground } from './define-behavior.ts';
import { aimed, band, brakingDistance, weight } from './keys.ts';
import { courseOf, directionOf, frameOf } from './parts/frame.ts';
import { toMovingPlace } from './parts/velocity.ts';

const place = quantity('m', -1e5, 1e5, 0);

/**
 * Offset pursuit: each agent keeps a place beside its leader. Agents get their places by id, see `rankOf`.
 *
 * A place moves and turns with the leader. Let w and a be the velocity and the acceleration of the leader. The place at
 * offset o from the leader then has the velocity w + cross(cross(w, a) / dot(w, w), o). Near its place, the agent slows
 * down to this velocity. Therefore, the agent does not lag behind a leader at constant velocity.
 *
 * source: the behavior "offset pursuit" in Reynolds 1999. There, and in Yuka, agents steer to a predicted place, and
 * lag behind. Here, agents steer to the present place, and the velocity of the place is added to their desired velocity
 */
export const formation = defineBehavior('formation', {
  family: 'following',
  label: 'Keep formation',
  keys: {
    weight: weight('kg/s', 2),
    brakingDistance: brakingDistance(5),
    shape: choice(['wedge', 'line', 'column', 'block', 'point']),
    spacing: quantity('m', 1e-3, 1e4, 3),
    abreast: quantity('1', 1, 1e4, 5),
    ahead: place,
    right: place,
    above: place,
    ...aimed,
    ...band,
  },
  needs: ['maxSpeed'],
  reads: () => ['acceleration'],
  force(law) {
    const { aim, self, parameters, settings, ground } = law;
    const { spacing, abreast, ahead, right, above } = parameters;
    const frame = frameOf(directionOf(courseOf(aim, ground)), ground.dimensions);
    const { back, aside } = placeOf(rankOf(self.id, settings, ground), settings.shape, abreast);
    const place = frame.forward
      .mul(ahead.sub(back.mul(spacing)))
      .add(frame.right.mul(right.add(aside.mul(spacing))))
      // In the plane there is no direction above.
      .add(frame.up.mul(ground.dimensions === 2 ? 0 : above));
    const { velocity, acceleration } = aim;
    const squared = velocity.dot(velocity);
    const perSquare = select(squared.greaterThan(0), float(1).div(squared), 0);
    const turning = velocity.cross(acceleration).mul(perSquare);
    return toMovingPlace(aim.offset.add(place), velocity.add(turning.cross(place)), law);
  },
});

/**
 * The number of an agent's place in the formation of its leader, from 0. If agents are assigned to several leaders by
 * index, all formations fill evenly. If the leader of each agent is the next agent of its own species, the species
 * forms a chain. In a chain, each agent has place number 0 in the formation of its own leader.
 */
function rankOf(
  id: UintNode,
  { choose, quarry }: { readonly choose: string; readonly quarry?: string | undefined },
  { species, indices, countOf }: Ground,
): UintNode {
  const own = id.mod(indices).sub(species.first);
  if (quarry === undefined || choose !== 'assigned') return own;
  return quarry === species.name ? uint(0) : own.div(countOf(quarry));
}

/**
 * Returns where the place with the number `rank` is: how far behind the leader, and how far to the right of the leader,
 * as multiples of the spacing.
 */
function placeOf(
  rank: UintNode,
  shape: 'wedge' | 'line' | 'column' | 'block' | 'point',
  abreast: FloatNode,
): { back: FloatNode; aside: FloatNode } {
  switch (shape) {
    case 'point':
      return { back: float(0), aside: float(0) };
    case 'column':
      return { back: rank.add(1).toFloat(), aside: float(0) };
    case 'block': {
      const width = abreast.floor().max(1);
      const row = rank.div(width.toUint());
      const aside = rank.mod(width.toUint()).toFloat().sub(width.sub(1).div(2));
      return { back: row.add(1).toFloat(), aside };
    }
    default: {
      const pair = rank.shiftRight(1).add(1).toFloat();
      const aside = select(rank.bitAnd(1).equal(0), pair, pair.negate());
      return { back: shape === 'wedge' ? pair : float(0), aside };
    }
  }
}
