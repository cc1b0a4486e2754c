import { describe, expect, it } from 'vitest';
import { type Checkpoint, decodeCheckpoint, encodeCheckpoint } from '../../src/jobs/checkpoint.ts';
import { JobError } from '../../src/jobs/job-error.ts';

const checkpoint: Checkpoint = {
  key: 'ab'.repeat(32),
  engine: '0.1.0',
  ms: 12.5,
  sampleTicks: [0, 10],
  samples: [
    [0.1, null],
    [1e-300, 7],
  ],
  snapshot: Uint8Array.from([1, 2, 3, 255, 0]),
};

describe('a checkpoint', () => {
  it('reads back as it was, even from the middle of other bytes', () => {
    const bytes = encodeCheckpoint(checkpoint);
    expect(decodeCheckpoint(bytes)).toEqual(checkpoint);
    const within = new Uint8Array(bytes.length + 7);
    within.set(bytes, 3);
    expect(decodeCheckpoint(within.subarray(3, 3 + bytes.length))).toEqual(checkpoint);
  });

  it('is refused with any bit changed, and at any other length', () => {
    const bytes = encodeCheckpoint(checkpoint);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = bytes.slice();
      changed[bit >> 3] ^= 1 << (bit & 7);
      expect(() => decodeCheckpoint(changed)).toThrow(JobError);
    }
    for (let length = 0; length < bytes.length; length++) {
      expect(() => decodeCheckpoint(bytes.slice(0, length))).toThrow(JobError);
    }
    expect(() => decodeCheckpoint(Uint8Array.from([...bytes, 0]))).toThrow(
      'checkpoint: found a wrong checksum, expected the checksum of its bytes',
    );
  });
});
