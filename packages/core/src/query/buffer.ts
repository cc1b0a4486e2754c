/** Allocates a buffer. A shared buffer can be passed from thread to thread without a copy. */
export function bufferOf(bytes: number, shared: boolean): ArrayBufferLike {
  return shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
}
