import { f32Number } from '@skein/core/describe';

/**
 * A replacer for JSON.stringify: turns the typed arrays of commands into plain arrays, with the shortest digits of each
 * number.
 */
export function plainLists(_: string, value: unknown): unknown {
  if (value instanceof Float32Array) return Array.from(value, f32Number);
  return ArrayBuffer.isView(value) ? Array.from(value as Uint32Array) : value;
}
