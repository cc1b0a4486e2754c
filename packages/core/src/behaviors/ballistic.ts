import { defineBehavior } from './define-behavior.ts';
import { aimed, ends } from './keys.ts';
import { NO_FORCE } from './parts/velocity.ts';

/** Applies no steering force, so the agent keeps flying as it was launched. */
export const ballistic = defineBehavior('ballistic', {
  family: 'guidance',
  label: 'Ballistic',
  keys: { ...aimed, ends },
  hits: true,
  force: () => NO_FORCE,
});
