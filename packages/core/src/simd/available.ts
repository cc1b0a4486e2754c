import { lacksMemory } from '../no-memory.ts';

/** A module with one function, which puts a number into all lanes of a vector. */
// biome-ignore format: several in each line.
const PROBE = [
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00,
  0x01, 0x04, 0x01, 0x60, 0x00, 0x00,
  0x03, 0x02, 0x01, 0x00,
  0x0a, 0x09, 0x01, 0x07, 0x00, 0x41, 0x00, 0xfd, 0x11, 0x1a, 0x0b,
];

let available: boolean | undefined;

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
      new WebAssembly.Module(new Uint8Array(PROBE));
      available = true;
    } catch (error) {
      // Lack of memory says nothing about the host, so the result is not stored.
      if (lacksMemory(error)) throw error;
      available = false;
    }
  }
  return available;
}
