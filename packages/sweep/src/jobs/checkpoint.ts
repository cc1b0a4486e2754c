import { createHash } from 'node:crypto';
import { isKey } from './check-result.ts';
import { JobError } from './job-error.ts';

/** The rows of trajectories that a checkpoint counts on. */
export interface KeptRows {
  /** The name of the file that has them. It may have more by now. */
  readonly part: string;
  /** How many of the first bytes of the file they are. */
  readonly bytes: number;
  /** The SHA-256 of these bytes, in hexadecimal digits. */
  readonly sum: string;
}

/** The state of an unfinished run: its samples so far, and its world at the last tick that was stepped. */
export interface Checkpoint {
  readonly key: string;
  readonly engine: string;
  /** The time that the run has taken so far, in ms. */
  readonly ms: number;
  readonly sampleTicks: readonly number[];
  readonly samples: readonly (readonly (number | null)[])[];
  /** The trajectories up to this moment. Absent if the run writes none. */
  readonly rows?: KeptRows;
  /** A snapshot, as made by `snapshot` in @skein/core. */
  readonly snapshot: Uint8Array;
}

/**
 * The first bytes of a checkpoint. A checkpoint contains the samples together with the world, so that both are always
 * of the same moment. Its format:
 *
 *   magic        8 bytes; the last two are the version
 *   length       4 bytes: the length of the head, little-endian
 *   head         JSON: all fields except the snapshot
 *   snapshot     all bytes up to the sum
 *   sum          32 bytes: the SHA-256 of all bytes before it
 */
const MAGIC = Uint8Array.from([0x89, 0x53, 0x4b, 0x52, 0x55, 0x4e, 0x00, 0x01]);
const HEAD = MAGIC.length + 4;
const SUM = 32;

export function encodeCheckpoint({ snapshot, ...head }: Checkpoint): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(head));
  const bytes = new Uint8Array(HEAD + text.length + snapshot.length + SUM);
  bytes.set(MAGIC);
  new DataView(bytes.buffer).setUint32(MAGIC.length, text.length, true);
  bytes.set(text, HEAD);
  bytes.set(snapshot, HEAD + text.length);
  bytes.set(sumOf(bytes), bytes.length - SUM);
  return bytes;
}

/** @throws JobError CHECKPOINT_DAMAGED */
export function decodeCheckpoint(bytes: Uint8Array): Checkpoint {
  const refuse = (found: string, expected: string): never => {
    throw damaged(found, expected);
  };
  if (bytes.length < HEAD + SUM) refuse(`${bytes.length} bytes`, `at least ${HEAD + SUM}`);
  if (MAGIC.some((byte, at) => bytes[at] !== byte))
    refuse('other first bytes', 'a checkpoint of version 1');
  const sum = sumOf(bytes);
  const end = bytes.length - SUM;
  if (sum.some((byte, at) => bytes[end + at] !== byte))
    refuse('a wrong checksum', 'the checksum of its bytes');
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(MAGIC.length, true);
  if (HEAD + length > end) refuse(`a head of ${length} bytes`, `at most ${end - HEAD}`);
  const head = readHead(bytes.subarray(HEAD, HEAD + length));
  if (head === undefined) return refuse('a head without a key, an engine or a time', 'all of them');
  return { ...head, snapshot: bytes.subarray(HEAD + length, end) };
}

export function damaged(found: string, expected: string): JobError {
  return new JobError('CHECKPOINT_DAMAGED', `checkpoint: found ${found}, expected ${expected}`);
}

/** Reads all but the samples, which are checked against the run. */
function readHead(bytes: Uint8Array): Omit<Checkpoint, 'snapshot'> | undefined {
  try {
    const head = JSON.parse(new TextDecoder().decode(bytes));
    const { key, engine, ms } = head;
    return isKey(key) && typeof engine === 'string' && Number.isFinite(ms) ? head : undefined;
  } catch {
    return undefined;
  }
}

function sumOf(bytes: Uint8Array): Uint8Array {
  return createHash('sha256')
    .update(bytes.subarray(0, bytes.length - SUM))
    .digest();
}
