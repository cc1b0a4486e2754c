/** The entry file of every worker thread of a Node team. */
import type { WorldHandle } from '@skein/core/internal';
import type { Outcome, Part } from '../protocol.ts';
import { createThread } from '../thread.ts';
import { ownNumber } from './thread-usage.ts';

/** What a thread is asked for: one of the functions of `ThreadApi`, with its argument. */
export type Call = { readonly attach: WorldHandle } | { readonly run: Part };

const { attach, run } = createThread({
  exit: () => process.exit(1),
  now: () => performance.now(),
  ownNumber,
});

export function answer(call: Call): number | undefined | Outcome {
  return 'attach' in call ? attach(call.attach) : run(call.run);
}
