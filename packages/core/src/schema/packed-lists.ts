// Lists of numbers as the base64 of their bytes, the least significant first. Without schema: threads read some.

/** The numbers of a list of f32 that JSON may hold as base64. */
export function f32ListOf(list: readonly number[] | string): Float32Array {
  return typeof list === 'string'
    ? new Float32Array(bytesOf(list)!.buffer)
    : new Float32Array(list);
}

/** The bytes of a base64; undefined where it is none. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** What JSON.stringify writes of a command: its lists as base64. */
export function packLists(_key: string, value: unknown): unknown {
  if (!(value instanceof Uint32Array || value instanceof Float32Array)) return value;
  const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x2000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x2000));
  }
  return btoa(text);
}
