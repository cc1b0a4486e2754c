/** What every module worker of a browser team runs: `thread.js` beside it is this with all that it imports, in one file. */
import { expose } from 'comlink';
import { createThread } from '../thread.ts';

const { attach, run } = createThread({
  exit,
  now: () => performance.now(),
  ownNumber: () => undefined,
});
expose({ attach, run });

/**
 * The nearest that a worker comes to dying without a word: `close` lets the script at hand go on,
 * so it is kept from ever answering.
 */
function exit(): never {
  self.close();
  for (;;);
}
