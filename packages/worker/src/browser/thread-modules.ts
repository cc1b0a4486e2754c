/**
 * The code that every module worker of a browser team runs. `thread.js` beside it is the same with all imports in one
 * file.
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
 * Simulates the death of a worker. `close` lets the running script continue, so a loop keeps it from ever answering.
 */
function exit(): never {
  self.close();
  for (;;);
}
