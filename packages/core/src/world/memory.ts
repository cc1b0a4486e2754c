import { WorldError } from '../errors.ts';

/**
 * The bytes of a world. `wasm` owns them; it is never grown, because growable shared memory crashes
 * on iOS, and because views would have to be made anew.
 */
export interface Memory {
  readonly buffer: ArrayBufferLike;
  readonly wasm: WebAssembly.Memory;
  readonly shared: boolean;
}

const PAGE_BYTES = 65536;

/**
 * Allocates zeroed memory, shared with threads when `shared` says so or, left out, where it can be.
 *
 * @throws WorldError NOT_SHAREABLE or NO_MEMORY
 */
export function allocate(bytes: number, shared = canShare()): Memory {
  if (shared && !canShare()) {
    throw new WorldError(
      'NOT_SHAREABLE',
      'SharedArrayBuffer is missing: a page has it when it is served with the headers ' +
        'Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.',
    );
  }
  const pages = Math.ceil(bytes / PAGE_BYTES);
  try {
    const wasm = new WebAssembly.Memory({ initial: pages, maximum: pages, shared });
    return { buffer: wasm.buffer, wasm, shared };
  } catch (cause) {
    throw new WorldError('NO_MEMORY', `No memory for a world of ${bytes} bytes.`, { cause });
  }
}

/** Whether memory can be shared with threads here. A page must be cross-origin isolated for it. */
export function canShare(): boolean {
  return typeof SharedArrayBuffer === 'function';
}
