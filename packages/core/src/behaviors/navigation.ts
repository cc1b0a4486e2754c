import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, curvature } from './keys.ts';

export const navigation = defineBehavior('navigation', {
  family: 'guidance',
  label: 'Navigation',
  description:
    'Proportional navigation: turns in proportion to the turning of the line of sight; pursues as homing while it does not close in or the target is behind.',
  keys: {
    ...curvature,
    gain: quantity('1', 0, 20, 'Navigation constant N: 3 to 5.').default(4),
    augmentation: quantity(
      '1',
      0,
      1,
      'Share of gain/2 x the acceleration of the target that is added.',
    ).default(0),
    ...aimed,
  },
  hits: true,
  reads: () => ['acceleration'],
});
