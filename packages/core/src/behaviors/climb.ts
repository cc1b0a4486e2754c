import { select } from '../laws/expressions.ts';
import { name, quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';

/**
 * Pulls an agent up the gradient of a scalar field. Where the field is flat, there is no force. Beyond a wall of the
 * bounds, the field has the same value as at the wall.
 *
 * source: Keller and Segel 1971, Model for Chemotaxis. Here, only the direction of the gradient matters, not its length
 */
export const climb = defineBehavior('climb', {
  family: 'fields',
  label: 'Climb a field',
  keys: {
    weight: quantity('N', -1e6, 1e6, 1),
    ahead: quantity('m', 0, 1e4, 0),
    least: quantity('1/m', 0, 1e9, 0),
    field: name,
  },
  force({ self, field, settings, parameters: { weight, ahead, least } }) {
    const place = self.position.add(self.velocity.withLength(ahead));
    const gradient = field(settings.field).gradient(place);
    return gradient.withLength(select(gradient.length().greaterThan(least), weight, 0));
  },
});
