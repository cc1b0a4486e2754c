/**
 * What V8 throws when there is no memory for an array or a memory. The constructors that take some count
 * here, and one of them fails as they do.
 */
const CONSTRUCTORS = [
  ...['ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'Int8Array', 'Uint8Array', 'Int16Array'],
  ...['Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array', 'BigInt64Array'],
  ...['BigUint64Array', 'Uint8ClampedArray'],
] as const;

// biome-ignore lint/suspicious/noExplicitAny: what is put in place of a constructor of any kind
type Anything = any;

/** The outcome of an act in which the allocation number `nth` failed, counted from 1. */
export interface Attempt<T> {
  /** Whether the act reached that allocation. */
  readonly failed: boolean;
  readonly value?: T;
  readonly error?: unknown;
}

let left = 0;
let failed = false;

function count(): void {
  left -= 1;
  if (left !== 0) return;
  failed = true;
  throw new RangeError('Array buffer allocation failed');
}

/** Whether these arguments of a constructor allocate memory, and are not a view of existing memory. */
function takes(given: readonly unknown[]): boolean {
  const [first] = given;
  return !(first instanceof ArrayBuffer || first instanceof SharedArrayBuffer);
}

function counting<C extends object>(original: C): C {
  return new Proxy(original, {
    construct(target: Anything, given, newTarget) {
      if (takes(given)) count();
      return Reflect.construct(target, given, newTarget);
    },
  });
}

/** Installs the counting constructors; returns a function that removes them again. */
function install(): () => void {
  const undo: (() => void)[] = [];
  const put = (owner: Anything, name: string, make: (before: Anything) => unknown): void => {
    const before = Object.getOwnPropertyDescriptor(owner, name)!;
    Object.defineProperty(owner, name, { ...before, value: make(before.value) });
    undo.push(() => Object.defineProperty(owner, name, before));
  };
  const method = (before: Anything) =>
    function (this: unknown, ...given: unknown[]): unknown {
      count();
      return Reflect.apply(before, this, given);
    };
  const arrays = Object.getPrototypeOf(Uint8Array.prototype);
  for (const name of ['slice', 'map', 'filter']) put(arrays, name, method);
  for (const name of ['from', 'of']) put(Object.getPrototypeOf(Uint8Array), name, method);
  put(ArrayBuffer.prototype, 'slice', method);
  put(TextEncoder.prototype, 'encode', method);
  for (const name of ['Memory', 'Module', 'Instance']) put(WebAssembly, name, counting);
  for (const name of CONSTRUCTORS) put(globalThis, name, counting);
  return () => {
    for (const one of undo.reverse()) one();
  };
}

/** Lets the allocation number `nth` of an act fail. */
export function failing<T>(nth: number, act: () => T): Attempt<T> {
  left = nth;
  failed = false;
  const restore = install();
  try {
    const value = act();
    return { failed, value };
  } catch (error) {
    return { failed, error };
  } finally {
    restore();
  }
}

/** As `failing`, for asynchronous acts. */
export async function failingLater<T>(nth: number, act: () => Promise<T>): Promise<Attempt<T>> {
  left = nth;
  failed = false;
  const restore = install();
  try {
    const value = await act();
    return { failed, value };
  } catch (error) {
    return { failed, error };
  } finally {
    restore();
  }
}
