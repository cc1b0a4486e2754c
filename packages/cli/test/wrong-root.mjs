// Loaded into every thread of a command with `node --import`: square roots of the TypeScript kernel come
// out a little wrong in the worker threads, and right in the main one.
import { isMainThread } from 'node:worker_threads';

const { sqrt } = Math;
if (!isMainThread) Math.sqrt = (x) => sqrt(x) * (1 + 2 ** -20);
