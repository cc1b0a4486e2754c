import { lacksMemory } from '../no-memory.ts';
import type { Memory } from '../world/memory.ts';
import { KERNEL_BYTES, MEMORY_FLAGS_AT } from './bytes.ts';
import type { Exports } from './exports.ts';

/** The flags of an imported memory that has a maximum: not shared (PLAIN) or shared. */
const PLAIN = 1;
const SHARED = 3;

let available: boolean | undefined;
/** The compiled kernels, for unshared and for shared memory. */
const compiled = new Map<boolean, WebAssembly.Module>();

/**
 * Whether this host can run the SIMD kernels. It must support the instructions, and its security policy must allow
 * WebAssembly.
 *
 * @throws RangeError if there is not enough memory to find out
 */
export function simdAvailable(): boolean {
  if (available === undefined) {
    try {
      // Compiling is the test, because a content security policy can refuse it even if validation passes.
      compileKernels(false);
      available = true;
    } catch (error) {
      // Lack of memory says nothing about the host, so the result is not stored.
      if (lacksMemory(error)) throw error;
      available = false;
    }
  }
  return available;
}

/**
 * Returns the module of the SIMD kernels, for shared or for unshared memory. Each of the two modules is compiled only
 * once, and can be sent to threads.
 */
export function compileKernels(shared: boolean): WebAssembly.Module {
  const known = compiled.get(shared);
  if (known !== undefined) return known;
  const bytes = new Uint8Array(KERNEL_BYTES.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = Number.parseInt(KERNEL_BYTES.slice(2 * i, 2 * i + 2), 16);
  }
  bytes[MEMORY_FLAGS_AT] = shared ? SHARED : PLAIN;
  const module = new WebAssembly.Module(bytes);
  compiled.set(shared, module);
  return module;
}

/**
 * Creates the SIMD kernels over a world's memory, which must be WebAssembly memory. Each thread has its own instance.
 */
export function instantiate(module: WebAssembly.Module, memory: Memory): Exports {
  const instance = new WebAssembly.Instance(module, { env: { memory: memory.wasm! } });
  const exports = instance.exports as unknown as Exports;
  exports.table.set(0, exports.addAway);
  return exports;
}
