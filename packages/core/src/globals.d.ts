/**
 * What core may use of WebAssembly. The language library has SharedArrayBuffer and Atomics, but
 * WebAssembly comes with the DOM library, which core must not see. Not part of the published
 * types: there the host's own declarations hold, and world/memory.ts names what has none.
 */
declare namespace WebAssembly {
  interface MemoryDescriptor {
    initial: number;
    maximum?: number;
    shared?: boolean;
  }

  class Memory {
    constructor(descriptor: MemoryDescriptor);
    readonly buffer: ArrayBuffer | SharedArrayBuffer;
    grow(deltaPages: number): number;
  }

  class Module {
    constructor(bytes: ArrayBufferView | ArrayBuffer);
    // Keeps the type nominal: an empty class would accept any value.
    private readonly brand: 'WebAssembly.Module';
  }

  class Table {
    private constructor();
    grow(delta: number): number;
    set(index: number, value: unknown): void;
  }

  type ExportValue = ((...args: number[]) => number) | Memory | Table;
  type ImportValue = ((...args: number[]) => number | undefined) | Memory;

  class Instance {
    constructor(module: Module, imports?: Record<string, Record<string, ImportValue>>);
    readonly exports: Readonly<Record<string, ExportValue>>;
  }

  class CompileError extends Error {}
  class LinkError extends Error {}
  class RuntimeError extends Error {}

  function compile(bytes: ArrayBufferView | ArrayBuffer): Promise<Module>;
  function instantiate(
    module: Module,
    imports?: Record<string, Record<string, ImportValue>>,
  ): Promise<Instance>;
  function validate(bytes: ArrayBufferView | ArrayBuffer): boolean;
}

/** Of the Encoding Standard: in every browser and in Node, but not in the language library. */
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

declare class TextDecoder {
  constructor(label: 'utf-8', options: { fatal: true });
  decode(bytes: Uint8Array): string;
}

/** Of the HTML Standard: in every browser and in Node. */
declare function atob(base64: string): string;
declare function btoa(bytes: string): string;
