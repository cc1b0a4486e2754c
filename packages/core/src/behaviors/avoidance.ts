import { choice, quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { weight } from './keys.ts';

export const avoidance = defineBehavior('avoidance', {
  family: 'avoidance',
  label: 'Avoid obstacles',
  description:
    'Around the nearest obstacle ahead, more strongly the nearer it is; outward when inside one.',
  keys: {
    weight: weight('N', 30),
    lookAhead: quantity('s', 0, 60, 'How far ahead along the velocity obstacles are seen.', 1),
    margin: quantity('m', 0, 1e4, 'Distance kept from obstacles, in addition to the radius.', 0),
    steer: choice(
      ['around', 'reflect'],
      '"around" pushes sideways; "reflect" pushes along the course reflected by the surface, or sideways if that leads back.',
    ),
  },
});
