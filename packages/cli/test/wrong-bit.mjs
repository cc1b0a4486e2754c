// Loaded into every thread of a command with `node --import`: in one worker thread some roundings of the
// TypeScript kernel have their last bit flipped, which most later roundings soon hide.
import { isMainThread, threadId } from 'node:worker_threads';

if (!isMainThread && threadId === 1) {
  const { fround } = Math;
  const bits = new Int32Array(1);
  const value = new Float32Array(bits.buffer);
  let turns = 0;
  Math.fround = (x) => {
    turns++;
    if (turns < 20_000 || turns > 21_000) return fround(x);
    value[0] = x;
    bits[0] ^= 1;
    return value[0];
  };
}
