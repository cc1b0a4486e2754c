import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, band, weight } from './keys.ts';
import { where } from './parts/velocity.ts';

/**
 * From 0 at `length` to the whole weight at `margin` beyond it, and farther.
 *
 * source: the "stay in range" of forces that are put together, where the pull is the way back in
 * meters: without limit, and of another unit than the forces beside it. Here it is N.
 */
export const tether = defineBehavior('tether', {
  family: 'steering',
  label: 'Stay in range',
  description: 'Stays in range of its aim: pulled back when it gets too far away.',
  keys: {
    weight: weight('N', 10),
    length: quantity('m', 0, 1e5, 'Within this distance of its aim it is free.', 20),
    margin: quantity('m', 1e-3, 1e5, 'The pull grows over this distance beyond.', 5),
    ...aimed,
    ...band,
  },
  force({ aim: { offset, distance }, parameters: { weight, length, margin } }) {
    const depth = distance.sub(length).div(margin).min(1);
    return where(distance.greaterThan(length), offset.mul(weight.mul(depth).div(distance)));
  },
});
