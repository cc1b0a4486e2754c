import { KERNEL_BYTES, MEMORY_FLAGS_AT } from './bytes.ts';

/** How the import of a memory is marked: with a maximum, and shared or not. */
const PLAIN = 1;
const SHARED = 3;

let available: boolean | undefined;

/** Whether this host can run the SIMD kernels: it knows the instructions, and its policy lets it. */
export function simdAvailable(): boolean {
  if (available === undefined) {
    try {
      // Compiling is the test: a content security policy refuses it where validation passes.
      compileKernels(false);
      available = true;
    } catch {
      available = false;
    }
  }
  return available;
}

/** Compiles the SIMD kernels for memory that is shared or not; threads are handed the module. */
export function compileKernels(shared: boolean): WebAssembly.Module {
  const bytes = new Uint8Array(KERNEL_BYTES.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = Number.parseInt(KERNEL_BYTES.slice(2 * i, 2 * i + 2), 16);
  }
  bytes[MEMORY_FLAGS_AT] = shared ? SHARED : PLAIN;
  return new WebAssembly.Module(bytes);
}
