// Loaded into a command with `node --import`: once the file that SKEIN_WAIT_FOR names differs from the one at
// the start, the main thread uses up its heap, and the process aborts.
import { statSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const file = process.env.SKEIN_WAIT_FOR;
  const number = () => statSync(file, { throwIfNoEntry: false })?.ino;
  const before = number();
  const timer = setInterval(() => {
    if (number() === before) return;
    const all = [];
    for (;;) all.push(Array.from({ length: 10_000 }, Math.random));
  }, 1);
  timer.unref();
}
