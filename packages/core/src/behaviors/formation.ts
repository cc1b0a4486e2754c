import { type FloatNode, float, select, type UintNode, uint } from '../laws/expressions.ts';
import { choice, quantity } from '../schema/quantities.ts';
import { defineBehavior, type Ground } from './define-behavior.ts';
import { aimed, band, brakingDistance, weight } from './keys.ts';
import { courseOf, directionOf, frameOf } from './parts/frame.ts';
import { toMovingPlace } from './parts/velocity.ts';

const place = (description: string) => quantity('m', -1e5, 1e5, description, 0);

/**
 * Keeps a place of its own beside a leader: offset pursuit. Places are given out by id, see `rankOf`, and
 * move with the leader and turn with it: a place at offset o goes at w + (w x a / w.w) x o where w and a are
 * the leader's velocity and acceleration. The agent arrives on its place in the frame of the place, so that
 * it does not lag behind a steady leader.
 *
 * source: offset pursuit of Reynolds 1999; the feed-forward of the place's velocity is added, where
 * Reynolds and Yuka arrive on a predicted place and lag
 */
export const formation = defineBehavior('formation', {
  family: 'following',
  label: 'In formation',
  description:
    'Offset pursuit: keeps a place that moves and turns with the leader as if on a rigid frame. In a bend, the end of a long column sweeps far; use leaderFollow of the assigned agent ahead, or followPath, instead.',
  keys: {
    weight: weight('kg/s', 2),
    brakingDistance: brakingDistance(5),
    shape: choice(
      ['wedge', 'line', 'column', 'block', 'point'],
      'Places by id: "wedge" and "line" alternate right and left; "column" is single file; "block" has rows; "point" one place.',
    ),
    spacing: quantity('m', 1e-3, 1e4, 'Distance from one place to the next.', 3),
    abreast: quantity('1', 1, 1e4, 'Agents in a row of a block.', 5),
    ahead: place('Distance of all places ahead of the leader, along its course.'),
    right: place('Distance of all places to the right of the leader.'),
    above: place('Distance of all places above the leader.'),
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
      // In the plane there is no above.
      .add(frame.up.mul(ground.dimensions === 2 ? 0 : above));
    const { velocity, acceleration } = aim;
    const squared = velocity.dot(velocity);
    const perSquare = select(squared.greaterThan(0), float(1).div(squared), 0);
    const turning = velocity.cross(acceleration).mul(perSquare);
    return toMovingPlace(aim.offset.add(place), velocity.add(turning.cross(place)), law);
  },
});

/**
 * Which place of its leader's formation an agent has, from 0. Agents that are assigned to several leaders by
 * index fill the places of all evenly. One assigned to the next of its own kind has the first place behind it,
 * so that a species makes a chain.
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

/** How many spacings back and aside a place is: two by two on either side, or one behind the other. */
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
