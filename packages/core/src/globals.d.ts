/**
 * The parts of WebAssembly that core may use. TypeScript declares WebAssembly in its DOM library, which core must not
 * see. These declarations are not published: users get those of their host; see world/memory.ts.
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

/** From the Encoding Standard. Every browser and Node have it, but TypeScript's ES library does not declare it. */
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

declare class TextDecoder {
  constructor(label: 'utf-8', options: { fatal: true });
  decode(bytes: Uint8Array): string;
}

/** From the HTML Standard. Every browser and Node have it. */
declare function atob(base64: string): string;
declare function btoa(bytes: string): string;
