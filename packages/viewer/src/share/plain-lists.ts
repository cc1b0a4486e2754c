import { f32Number } from '@skein/core/describe';

/** For JSON.stringify: lists of numbers as commands keep them become arrays, each number with the digits that it has. */
export function plainLists(_: string, value: unknown): unknown {
  if (value instanceof Float32Array) return Array.from(value, f32Number);
  return ArrayBuffer.isView(value) ? Array.from(value as Uint32Array) : value;
}
