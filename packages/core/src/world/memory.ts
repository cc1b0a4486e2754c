import { WorldError } from '../errors.ts';
import type { KernelName } from './plan.ts';

declare global {
  /**
   * The published types name these interfaces, but only the DOM library declares them. Without these declarations the
   * types would not compile for Node. With the DOM library, they merge with its interfaces and add nothing.
   */
  namespace WebAssembly {
    interface Memory {}
    interface Module {}
  }
}

/**
 * The bytes of a world. For WebAssembly kernels, `wasm` owns them. The memory never grows, because growable shared
 * memory crashes on iOS and growth would invalidate all views.
 */
export interface Memory {
  readonly buffer: ArrayBufferLike;
  readonly wasm: WebAssembly.Memory | undefined;
  readonly shared: boolean;
}

const PAGE_BYTES = 65536;

/**
 * Allocates zeroed memory. It is shared with threads if `shared` is true; by default, it is shared when the host allows
 * it. Only the `simd` kernel uses WebAssembly memory: some hosts have none, and each such memory reserves some 10 GB of
 * addresses, which a limit on address space refuses.
 *
 * @throws WorldError NOT_SHAREABLE when SharedArrayBuffer is missing, NO_MEMORY when the allocation fails
 */
export function allocate(bytes: number, kernel: KernelName, shared = canShare()): Memory {
  if (shared && !canShare()) {
    throw new WorldError(
      'NOT_SHAREABLE',
      'SharedArrayBuffer is missing. A page has it only when it is served with the headers ' +
        'Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.',
    );
  }
  return kernel === 'simd' ? allocateWasm(bytes, shared) : allocatePlain(bytes, shared);
}

function allocatePlain(bytes: number, shared: boolean): Memory {
  try {
    const buffer = shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
    return { buffer, wasm: undefined, shared };
  } catch (cause) {
    throw new WorldError('NO_MEMORY', `No memory for a world of ${bytes} bytes.`, { cause });
  }
}

function allocateWasm(bytes: number, shared: boolean): Memory {
  const pages = Math.ceil(bytes / PAGE_BYTES);
  try {
    const wasm = new WebAssembly.Memory({ initial: pages, maximum: pages, shared });
    return { buffer: wasm.buffer, wasm, shared };
  } catch (cause) {
    throw new WorldError(
      'NO_MEMORY',
      `No memory for a world of ${bytes} bytes with the kernel "simd", which reserves some 10 GB of ` +
        'addresses for a world of any size. If address space is limited (ulimit -v), use the kernel "ts".',
      { cause },
    );
  }
}

/** Whether this host can share memory with threads. A page must be cross-origin isolated to do so. */
export function canShare(): boolean {
  return typeof SharedArrayBuffer === 'function';
}
