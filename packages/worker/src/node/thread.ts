/** The entry file of every worker thread of a Node team. */
import { createThread } from '../thread.ts';
import { ownNumber } from './thread-usage.ts';

export const { attach, run } = createThread({
  exit: () => process.exit(1),
  now: () => performance.now(),
  ownNumber,
});
