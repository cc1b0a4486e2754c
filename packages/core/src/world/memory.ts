import { WorldError } from '../errors.ts';
import type { KernelName } from './plan.ts';

declare global {
  /**
   * The published types name `WebAssembly.Memory` and `WebAssembly.Module`, but only the DOM library declares these
   * interfaces. Without the declarations here, the types do not compile for Node. If the DOM library is used, the
   * declarations here merge with its interfaces and add nothing.
   */
  namespace WebAssembly {
    interface Memory {}
    interface Module {}
  }
}

/**
 * The memory with all data of a world. For WebAssembly kernels, `wasm` is the memory that owns the bytes. The memory
 * never grows, because growable shared memory crashes on iOS, and growth would invalidate all views.
 */
export interface Memory {
  readonly buffer: ArrayBufferLike;
  readonly wasm: WebAssembly.Memory | undefined;
  readonly shared: boolean;
}

const PAGE_BYTES = 65536;

/**
 * Allocates zeroed memory. Threads can share it if `shared` is true. By default, it is shared if the host allows that.
 *
 * Only the `simd` kernel uses WebAssembly memory. Some hosts do not have such memory. Each WebAssembly memory also
 * reserves about 10 GB of addresses, which fails if address space is limited.
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
      `No memory for a world of ${bytes} bytes with the kernel "simd", which reserves about 10 GB of ` +
        'addresses for a world of any size. If address space is limited (ulimit -v), use the kernel "ts".',
      { cause },
    );
  }
}

/** Whether this host can share memory between threads. A web page must be cross-origin isolated for that. */
export function canShare(): boolean {
  return typeof SharedArrayBuffer === 'function';
}
