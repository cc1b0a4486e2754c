// Lists of numbers as base64 of their little-endian bytes. This file imports no schema, because threads read such
// lists.

/** Reads a list of f32 numbers, which is given as an array or as base64. */
export function f32ListOf(list: readonly number[] | string): Float32Array {
  return typeof list === 'string'
    ? new Float32Array(bytesOf(list)!.buffer)
    : new Float32Array(list);
}

/** Decodes base64. Returns undefined if the text is not valid base64. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** A replacer for JSON.stringify that writes typed arrays as base64. */
export function packLists(_key: string, value: unknown): unknown {
  if (!(value instanceof Uint32Array || value instanceof Float32Array)) return value;
  const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x2000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x2000));
  }
  return btoa(text);
}
