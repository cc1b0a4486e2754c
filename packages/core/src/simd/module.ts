import type { Memory } from '../world/memory.ts';
import { KERNEL_BYTES, MEMORY_FLAGS_AT } from './bytes.ts';
import type { Exports } from './exports.ts';

/** The flags of an imported memory that has a maximum: not shared (PLAIN) or shared. */
const PLAIN = 1;
const SHARED = 3;

/** The kernels that this thread has compiled, for unshared and for shared memory. */
const compiled = new Map<boolean, WebAssembly.Module>();
/** The instances of this thread, by the memory that they work on. */
const instances = new WeakMap<WebAssembly.Memory, Exports>();

/** Returns the module of the SIMD kernels, for shared or for unshared memory. */
function compileKernels(shared: boolean): WebAssembly.Module {
  const known = compiled.get(shared);
  if (known !== undefined) return known;
  const bytes = new Uint8Array(KERNEL_BYTES.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = 16 * digitAt(2 * i) + digitAt(2 * i + 1);
  bytes[MEMORY_FLAGS_AT] = shared ? SHARED : PLAIN;
  const module = new WebAssembly.Module(bytes);
  compiled.set(shared, module);
  return module;
}

/** Five times as fast as `parseInt`. The digits are 0 to 9 and a to f, whose codes are 48 to 57 and 97 to 102. */
function digitAt(index: number): number {
  const code = KERNEL_BYTES.charCodeAt(index);
  return code < 64 ? code - 48 : code - 87;
}

/** Creates an instance of a module of the SIMD kernels over WebAssembly memory. */
export function instantiate(module: WebAssembly.Module, memory: WebAssembly.Memory): Exports {
  const instance = new WebAssembly.Instance(module, { env: { memory } });
  const exports = instance.exports as unknown as Exports;
  exports.table.set(0, exports.addAway);
  return exports;
}

/**
 * Returns this thread's instance of the SIMD kernels over a memory. The kernel "ts" has no WebAssembly memory, and gets
 * undefined.
 */
export function kernelsOver({ wasm, shared }: Memory): Exports | undefined {
  if (wasm === undefined) return undefined;
  let found = instances.get(wasm);
  if (found === undefined) {
    found = instantiate(compileKernels(shared), wasm);
    instances.set(wasm, found);
  }
  return found;
}
