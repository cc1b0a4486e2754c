/** Memory that goes from thread to thread without being copied, where it can be shared. */
export function bufferOf(bytes: number, shared: boolean): ArrayBufferLike {
  return shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
}
