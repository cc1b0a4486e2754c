import { f32Number } from '@skein/core/describe';

/**
 * A replacer for JSON.stringify. It turns the typed arrays in commands into plain arrays, and writes each number with
 * as few digits as possible.
 */
export function plainLists(_: string, value: unknown): unknown {
  if (value instanceof Float32Array) return Array.from(value, f32Number);
  return ArrayBuffer.isView(value) ? Array.from(value as Uint32Array) : value;
}
