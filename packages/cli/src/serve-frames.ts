import { show } from '@skein/core/basics';
import { ServeError } from './serve-error.ts';

/** The version of the protocol. It changes when older clients would not understand the server. */
export const PROTOCOL = 1;

/** The largest header and the largest payload of a frame, in bytes. */
export const MAX_HEADER_BYTES = 0x100_0000;
export const MAX_PAYLOAD_BYTES = 0x1000_0000;

const HEAD_BYTES = 8;

/**
 * One message: an object, and bytes. On the wire, a frame is the length of the header and the length of the payload, as
 * two u32, then the header as JSON in UTF-8, then the payload. All numbers are little-endian.
 */
export interface Frame {
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: Buffer;
}

/** Cuts a stream of bytes into frames. It holds at most one frame, and what the stream read beyond it. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #held = 0;
  #needed = HEAD_BYTES;

  /** Whether the stream is between two frames. */
  get idle(): boolean {
    return this.#held === 0;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#held += chunk.length;
  }

  /**
   * Takes the next frame; undefined while it is incomplete.
   *
   * @throws ServeError FRAME_INVALID, after which the stream cannot be read further
   */
  take(): Frame | undefined {
    if (this.#held < this.#needed) return undefined;
    const bytes = this.#joined();
    const header = bytes.readUInt32LE(0);
    const payload = bytes.readUInt32LE(4);
    checkLength('header', header, MAX_HEADER_BYTES);
    checkLength('payload', payload, MAX_PAYLOAD_BYTES);
    const end = HEAD_BYTES + header + payload;
    this.#needed = end;
    if (this.#held < end) return undefined;
    this.#chunks = end < bytes.length ? [bytes.subarray(end)] : [];
    this.#held -= end;
    this.#needed = HEAD_BYTES;
    return {
      header: readHeader(bytes.subarray(HEAD_BYTES, HEAD_BYTES + header)),
      payload: bytes.subarray(HEAD_BYTES + header, end),
    };
  }

  #joined(): Buffer {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0];
  }
}

function checkLength(part: string, found: number, most: number): void {
  if (found <= most) return;
  throw new ServeError('FRAME_INVALID', `${part} length`, `${found} bytes`, `at most ${most}`);
}

function readHeader(bytes: Buffer): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new ServeError('FRAME_INVALID', 'header', 'text that is not JSON', 'an object in JSON');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new ServeError('FRAME_INVALID', 'header', show(value), 'an object in JSON');
}

/** An array in the payload of a frame: its name, its type as NumPy spells it, and its shape. */
export type ArrayNote = readonly [name: string, type: ArrayType, shape: readonly number[]];

export const ARRAY_TYPES = {
  f4: Float32Array,
  u4: Uint32Array,
  u1: Uint8Array,
  f8: Float64Array,
} as const;
export type ArrayType = keyof typeof ARRAY_TYPES;

/** An array for a frame. `write` fills its elements, which are 0 before. */
export interface SentArray {
  readonly note: ArrayNote;
  readonly write: (target: Float32Array | Uint32Array | Uint8Array | Float64Array) => void;
}

/**
 * Lays a frame out. Arrays follow each other in the payload, each at the next multiple of 8 bytes, and are listed in the
 * key `arrays` of the header.
 *
 * @throws ServeError ANSWER_TOO_LARGE
 */
export function frameOf(
  header: object,
  body: readonly SentArray[] | Uint8Array = [],
): Uint8Array<ArrayBuffer> {
  const { text, payload } = partsOf(header, body);
  // Spaces after the header: typed arrays begin at multiples of 8.
  const begin = (HEAD_BYTES + text.length + 7) & ~7;
  const frame = new Uint8Array(begin + payload);
  const lengths = new DataView(frame.buffer);
  lengths.setUint32(0, begin - HEAD_BYTES, true);
  lengths.setUint32(4, payload, true);
  frame.set(text, HEAD_BYTES);
  frame.fill(0x20, HEAD_BYTES + text.length, begin);
  if (body instanceof Uint8Array) {
    frame.set(body, begin);
    return frame;
  }
  let at = begin;
  for (const { note, write } of body) {
    write(new ARRAY_TYPES[note[1]](frame.buffer, at, lengthOf(note)));
    at += bytesOf(note);
  }
  return frame;
}

/**
 * Returns the header of a frame as it is sent, and the length of its payload.
 *
 * @throws ServeError ANSWER_TOO_LARGE
 */
export function partsOf(
  header: object,
  body: readonly SentArray[] | Uint8Array,
): { readonly text: Buffer; readonly payload: number } {
  const notes = body instanceof Uint8Array ? [] : body.map(({ note }) => note);
  const payload =
    body instanceof Uint8Array ? body.length : notes.reduce((sum, note) => sum + bytesOf(note), 0);
  checkAnswer('payload', payload, MAX_PAYLOAD_BYTES);
  const text = Buffer.from(
    JSON.stringify(notes.length === 0 ? header : { ...header, arrays: notes }),
  );
  checkAnswer('header', text.length, MAX_HEADER_BYTES);
  return { text, payload };
}

function checkAnswer(part: string, found: number, most: number): void {
  if (found <= most) return;
  const expected = `at most ${most} bytes`;
  throw new ServeError('ANSWER_TOO_LARGE', 'answer', `a ${part} of ${found} bytes`, expected);
}

/**
 * Reads the arrays that a header lists.
 *
 * @throws ServeError REQUEST_INVALID when the list and the payload do not agree
 */
export function readArrays({ header, payload }: Frame): Record<string, Float32Array | Uint32Array> {
  const { arrays = [] } = header;
  if (!Array.isArray(arrays)) throw wrongArrays('$.arrays', 'no list');
  const read: [string, Float32Array | Uint32Array][] = [];
  let at = 0;
  arrays.forEach((entry: unknown, k) => {
    const [name, type, shape] = Array.isArray(entry) ? entry : [];
    const isNote =
      typeof name === 'string' &&
      (type === 'f4' || type === 'u4') &&
      Array.isArray(shape) &&
      shape.every((length) => Number.isInteger(length) && length >= 0);
    if (!isNote) throw wrongArrays(`$.arrays[${k}]`, JSON.stringify(entry));
    const note: ArrayNote = [name, type, shape];
    const bytes = payload.subarray(at, at + lengthOf(note) * 4);
    at += bytesOf(note);
    if (bytes.length < lengthOf(note) * 4) throw wrongArrays(`$.arrays[${k}]`, 'too few bytes');
    // A copy: the bytes of a frame begin anywhere.
    read.push([name, new ARRAY_TYPES[type as 'f4' | 'u4'](Uint8Array.from(bytes).buffer)]);
  });
  return Object.fromEntries(read);
}

function wrongArrays(path: string, found: string): ServeError {
  const expected = 'arrays, each [name, "f4" or "u4", shape], with their bytes in the payload';
  return new ServeError('REQUEST_INVALID', path, found, expected);
}

function lengthOf([, , shape]: ArrayNote): number {
  return shape.reduce((product, length) => product * length, 1);
}

function bytesOf(note: ArrayNote): number {
  const bytes = lengthOf(note) * ARRAY_TYPES[note[1]].BYTES_PER_ELEMENT;
  return Math.ceil(bytes / 8) * 8;
}
