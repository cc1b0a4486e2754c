/** Allocates a buffer. If it is shared, it goes from thread to thread without a copy. */
export function bufferOf(bytes: number, shared: boolean): ArrayBufferLike {
  return shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
}
