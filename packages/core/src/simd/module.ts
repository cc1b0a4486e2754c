import { lacksMemory } from '../no-memory.ts';
import { KERNEL_BYTES, MEMORY_FLAGS_AT } from './bytes.ts';

/** How the import of a memory is marked: with a maximum, and shared or not. */
const PLAIN = 1;
const SHARED = 3;

let available: boolean | undefined;
/** By whether the memory is shared. */
const compiled = new Map<boolean, WebAssembly.Module>();

/**
 * Whether this host can run the SIMD kernels: it knows the instructions, and its policy lets it.
 *
 * @throws RangeError when there is no memory to find out
 */
export function simdAvailable(): boolean {
  if (available === undefined) {
    try {
      // Compiling is the test: a content security policy refuses it where validation passes.
      compileKernels(false);
      available = true;
    } catch (error) {
      // That says nothing of the host, and is not to be remembered.
      if (lacksMemory(error)) throw error;
      available = false;
    }
  }
  return available;
}

/** The SIMD kernels for memory that is shared or not, compiled once; threads are handed the module. */
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
