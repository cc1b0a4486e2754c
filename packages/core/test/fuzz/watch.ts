/** What an input must not change, and how much memory it may ask for. */

const BUILT_IN = [
  Object,
  Array,
  Function,
  String,
  Number,
  Boolean,
  Symbol,
  RegExp,
  Error,
  Map,
  Set,
];
const MORE = [Promise, Uint8Array, Uint32Array, Float32Array, ArrayBuffer, DataView, WeakMap, Date];
const WATCHED = [...BUILT_IN, ...MORE].flatMap((one) => [one, one.prototype as object]);

/** Own properties of all built-in constructors and prototypes. */
function properties(): Map<object, [PropertyKey, unknown][]> {
  return new Map(
    WATCHED.map((one) => [
      one,
      Reflect.ownKeys(one).map((key) => {
        const { value, get } = Object.getOwnPropertyDescriptor(one, key)!;
        return [key, get ?? value];
      }),
    ]),
  );
}

/** @returns a check that throws when something built in is no longer as it is now */
export function watchBuiltIns(): () => void {
  const before = properties();
  return () => {
    for (const [one, now] of properties()) {
      const then = before.get(one)!;
      const changed = now.find(
        ([key, value], k) => key !== then[k]?.[0] || !Object.is(value, then[k]?.[1]),
      );
      if (changed === undefined && now.length === then.length) continue;
      throw new Error(`a built-in object was changed: ${String(changed?.[0])}`);
    }
  };
}

const BUFFERS = [
  ...['ArrayBuffer', 'SharedArrayBuffer', 'Uint8Array', 'Int8Array', 'Uint16Array', 'Int16Array'],
  ...['Uint32Array', 'Int32Array', 'Float32Array', 'Float64Array', 'BigUint64Array'],
];

/** The bytes of buffers that `action` asks for by their size, whether it gets them or throws. */
export function bytesAskedFor(action: () => void): number {
  const host = globalThis as unknown as Record<string, new (...args: unknown[]) => object>;
  const real = BUFFERS.map((name) => host[name]);
  let bytes = 0;
  const { Memory } = WebAssembly;
  for (const [k, name] of BUFFERS.entries()) {
    const size = (real[k] as { BYTES_PER_ELEMENT?: number }).BYTES_PER_ELEMENT ?? 1;
    const watched: typeof host.ArrayBuffer = new Proxy(real[k], {
      construct(made, args, by) {
        if (typeof args[0] === 'number') bytes += args[0] * size;
        return Reflect.construct(made, args, by === watched ? made : by);
      },
    });
    host[name] = watched;
  }
  WebAssembly.Memory = new Proxy(Memory, {
    construct(made, args) {
      bytes += 0x1_0000 * (args[0] as { initial: number }).initial;
      return Reflect.construct(made, args);
    },
  });
  try {
    action();
  } finally {
    for (const [k, name] of BUFFERS.entries()) host[name] = real[k];
    WebAssembly.Memory = Memory;
  }
  return bytes;
}
