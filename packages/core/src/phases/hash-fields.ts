import { finish, mixA, mixB } from '../math/mix.ts';
import { ownBuckets } from './deposits.ts';
import type { Kernel } from './kernel.ts';

/**
 * Computes a part of the state hash: two sums modulo 2^32 over the cells in the buckets [begin, end) of the scalar
 * fields. Each cell adds one number to each sum.
 */
export const hashFields: Kernel = (world, begin, end, worker) => {
  const { front, plan, scratch } = world;
  const bits = new Int32Array(front.scalar.buffer, front.scalar.byteOffset, front.scalar.length);
  let low = 0;
  let high = 0;
  for (const field of plan.scalars) {
    const [first, last] = ownBuckets(field, begin, end);
    if (first >= last) continue;
    const from = field.first + (first << field.bucketBits);
    const to = field.first + Math.min(last << field.bucketBits, field.count);
    for (let at = from; at < to; at++) {
      const a = mixA(mixA(0x9747b28c, at), bits[at]);
      const b = mixB(mixB(0x3c6ef372, at), bits[at]);
      low = (low + finish(a)) | 0;
      high = (high + finish(b ^ Math.imul(a, 0x27d4eb2f))) | 0;
    }
  }
  scratch.fieldHash[worker * 2] = low;
  scratch.fieldHash[worker * 2 + 1] = high;
};
