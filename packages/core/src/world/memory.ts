import { WorldError } from '../errors.ts';
import type { KernelName } from './plan.ts';

declare global {
  /**
   * Named in the published types, which would else not compile for Node without the DOM library: that alone
   * declares it. Where it is there these are its own interfaces, and nothing is added.
   */
  namespace WebAssembly {
    interface Memory {}
    interface Module {}
  }
}

/**
 * The bytes of a world. Where the kernels are WebAssembly, `wasm` owns them; it is never grown, because
 * growable shared memory crashes on iOS, and because views would have to be made again.
 */
export interface Memory {
  readonly buffer: ArrayBufferLike;
  readonly wasm: WebAssembly.Memory | undefined;
  readonly shared: boolean;
}

const PAGE_BYTES = 65536;

/**
 * Allocates zeroed memory, shared with threads when `shared` says so or, left out, where it can be.
 * Only the `simd` kernel gets memory of WebAssembly: there may be none here, and it takes some 10 GB of
 * addresses for each memory, however small, which a limit on them refuses.
 *
 * @throws WorldError NOT_SHAREABLE or NO_MEMORY
 */
export function allocate(bytes: number, kernel: KernelName, shared = canShare()): Memory {
  if (shared && !canShare()) {
    throw new WorldError(
      'NOT_SHAREABLE',
      'SharedArrayBuffer is missing: a page has it when it is served with the headers ' +
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
      `No memory for a world of ${bytes} bytes with the kernel "simd", whose memory takes some 10 GB of ` +
        'addresses whatever its size; where they are limited (ulimit -v), use the kernel "ts".',
      { cause },
    );
  }
}

/** Whether memory can be shared with threads here. A page must be cross-origin isolated for it. */
export function canShare(): boolean {
  return typeof SharedArrayBuffer === 'function';
}
