import { defineBehavior } from './define-behavior.ts';
import { aimed, ends } from './keys.ts';
import { NO_FORCE } from './parts/velocity.ts';

/** The agent gets no steering force, so it flies as it was launched. */
export const ballistic = defineBehavior('ballistic', {
  family: 'guidance',
  label: 'Ballistic',
  description: 'No steering: the agent ends when it touches the target.',
  keys: { ...aimed, ends },
  hits: true,
  force: () => NO_FORCE,
});
