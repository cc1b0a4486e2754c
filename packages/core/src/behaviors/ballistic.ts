import { defineBehavior } from './define-behavior.ts';
import { aimed } from './keys.ts';

export const ballistic = defineBehavior('ballistic', {
  family: 'guidance',
  description: 'Steers nothing: ends where it touches the target.',
  keys: { ...aimed },
  hits: true,
});
