import { lacksMemory } from '../no-memory.ts';
import { KERNEL_BYTES, MEMORY_FLAGS_AT } from './bytes.ts';

/** Flags of an imported memory: with a maximum, and shared or not. */
const PLAIN = 1;
const SHARED = 3;

let available: boolean | undefined;
/** The compiled modules, by whether the memory is shared. */
const compiled = new Map<boolean, WebAssembly.Module>();

/**
 * Whether this host can run the SIMD kernels: it must support the instructions, and its policy must allow them.
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

/** The SIMD kernels for shared or unshared memory. They are compiled once, and the module is sent to threads. */
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
