import { ModelError } from './model-error.ts';
import type { Reading } from './reading.ts';

/** Numbers in a model. `count` is the number of entries, and `components` is how many numbers each entry has. */
export interface Numbers {
  readonly count: number;
  readonly components: number;
  at(entry: number, component: number): number;
}

type Format = { readonly bytes: number; readonly most: number; readonly read: Read };
type Read = (view: DataView, at: number) => number;

const FORMATS: Readonly<Record<number, Format>> = {
  5120: { bytes: 1, most: 127, read: (view, at) => view.getInt8(at) },
  5121: { bytes: 1, most: 255, read: (view, at) => view.getUint8(at) },
  5122: { bytes: 2, most: 32767, read: (view, at) => view.getInt16(at, true) },
  5123: { bytes: 2, most: 65535, read: (view, at) => view.getUint16(at, true) },
  5125: { bytes: 4, most: 4294967295, read: (view, at) => view.getUint32(at, true) },
  5126: { bytes: 4, most: 1, read: (view, at) => view.getFloat32(at, true) },
};
const COMPONENTS = { SCALAR: 1, VEC3: 3, VEC4: 4 } as const;
const MAX_STRIDE = 253;

/**
 * Reads the numbers to which an accessor of a glTF file refers.
 *
 * @throws ModelError when the accessor cannot be read, or when not all of its numbers lie in `bin`
 *
 * Source: Khronos, glTF 2.0 specification, section 3.6.2, Accessors.
 */
export function numbersOf(accessor: Reading, views: readonly Reading[], bin: Uint8Array): Numbers {
  if (accessor.has('sparse')) throw new ModelError(accessor.path, 'sparse values', 'all values');
  const buffer = views[accessor.whole('bufferView', views.length)];
  buffer.whole('buffer', 1);
  const from = buffer.whole('byteOffset', bin.length + 1, 0);
  const length = buffer.whole('byteLength', bin.length - from + 1);
  // Each entry has a byte of its own, at least.
  const count = accessor.whole('count', bin.length + 1);
  const components = COMPONENTS[accessor.oneOf('type', ['SCALAR', 'VEC3', 'VEC4'])];
  const type = accessor.oneOf('componentType', [5120, 5121, 5122, 5123, 5125, 5126]);
  const { bytes, most, read } = FORMATS[type];
  const stride = buffer.whole('byteStride', MAX_STRIDE, components * bytes);
  const begin = accessor.whole('byteOffset', length + 1, 0);
  const needed = count === 0 ? 0 : begin + (count - 1) * stride + components * bytes;
  if (needed > length) {
    throw new ModelError(
      accessor.path,
      `${needed} bytes`,
      `at most the ${length} bytes of its buffer view`,
    );
  }
  const view = new DataView(bin.buffer, bin.byteOffset + from, length);
  const unit = accessor.isTrue('normalized') ? 1 / most : 1;
  return {
    count,
    components,
    at: (entry, component) => unit * read(view, begin + entry * stride + component * bytes),
  };
}
