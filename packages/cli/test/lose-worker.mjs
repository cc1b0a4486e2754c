// Loaded into every thread of a command with `node --import`: ends one worker thread without any
// message, in the middle of a run, as a crash of native code would.
import { isMainThread, threadId } from 'node:worker_threads';

if (!isMainThread && threadId === 1) {
  const { add } = Atomics;
  let turns = 0;
  Atomics.add = (...args) => {
    if (++turns > 500) process.exit(9);
    return add(...args);
  };
}
