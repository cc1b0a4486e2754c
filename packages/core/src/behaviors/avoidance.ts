import { choice, quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { weight } from './keys.ts';

export const avoidance = defineBehavior('avoidance', {
  family: 'avoidance',
  label: 'Avoid obstacles',
  description:
    'Steers around the nearest obstacle ahead. The nearer the obstacle, the stronger the force. An agent inside an obstacle is pushed out.',
  keys: {
    weight: weight('N', 30),
    lookAhead: quantity(
      's',
      0,
      60,
      'How far ahead, along its velocity, an agent sees obstacles.',
      1,
    ),
    margin: quantity('m', 0, 1e4, 'Distance kept between the body and obstacles.', 0),
    steer: choice(
      ['around', 'reflect'],
      '"around" pushes sideways. "reflect" pushes in the direction in which the agent would bounce off, or sideways if this direction points back.',
    ),
  },
});
