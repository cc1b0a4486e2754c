/**
 * The code that every module worker of a browser team runs. The file `thread.js` beside this one contains the same
 * code, bundled with all its imports.
 */
import { expose, transfer } from 'comlink';
import { createCopyThread } from '../copy-thread.ts';
import type { Part } from '../protocol.ts';
import { createThread, type ThreadHost } from '../thread.ts';

const host: ThreadHost = {
  exit,
  now: () => performance.now(),
  ownNumber: () => undefined,
};
const { attach, run } = createThread(host);
const { attachCopy, runCopy } = createCopyThread(host);
expose({
  attach,
  run,
  attachCopy,
  runCopy: (part: Part, parcel: ArrayBuffer) =>
    transfer({ outcome: runCopy(part, parcel), parcel }, [parcel]),
});

/**
 * Simulates the death of a worker, for injected faults. After `close`, the running script would continue and could
 * still answer, so this function never returns.
 */
function exit(): never {
  self.close();
  for (;;);
}
