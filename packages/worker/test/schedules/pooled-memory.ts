const PAGE_BYTES = 65536;

/**
 * Gives worlds memory that was used before, filled with zeros. New memory from the system takes longer than
 * everything else in a schedule. Only for the TypeScript kernel.
 */
export class PooledMemory implements Disposable {
  readonly #free = new Map<number, SharedArrayBuffer[]>();
  readonly #used: SharedArrayBuffer[] = [];
  readonly #real = WebAssembly.Memory;

  constructor() {
    const take = (bytes: number): SharedArrayBuffer => {
      const buffer = this.#free.get(bytes)?.pop() ?? new SharedArrayBuffer(bytes);
      this.#used.push(buffer);
      return buffer;
    };
    WebAssembly.Memory = class {
      readonly buffer: SharedArrayBuffer;
      constructor({ initial }: WebAssembly.MemoryDescriptor) {
        this.buffer = take(initial * PAGE_BYTES);
      }
    } as unknown as typeof WebAssembly.Memory;
  }

  /** Makes all memory that was given out available again. */
  release(): void {
    for (const buffer of this.#used.splice(0)) {
      new Uint8Array(buffer).fill(0);
      const free = this.#free.get(buffer.byteLength) ?? [];
      free.push(buffer);
      this.#free.set(buffer.byteLength, free);
    }
  }

  [Symbol.dispose](): void {
    WebAssembly.Memory = this.#real;
  }
}
