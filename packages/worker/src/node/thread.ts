/** The file that every worker thread of a Node team runs. */
import { createThread } from '../thread.ts';

export const { attach, run } = createThread(() => process.exit(1));
