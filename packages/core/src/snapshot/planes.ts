import { SnapshotError } from '../errors.ts';
import type { ElementType, Row, ViewsOf } from '../world/layout.ts';
import type { FoundSection } from './container.ts';

type Column = Float32Array | Uint32Array | Int32Array | Uint8Array;

/** One plane of a column in memory. A scalar column has one plane, a vector has three. */
export interface PlaneView {
  /**
   * The name of the plane. For a scalar column, it is the name of the column. For a vector, the component is appended,
   * as in "positionX".
   */
  readonly name: string;
  /** The name of the row to which the plane belongs, see layout.ts. */
  readonly row: string;
  /** The kind of item to which each element of the plane belongs: an agent, a species and so on. */
  readonly per: Row[2];
  readonly view: Column;
}

/** The planes of all columns of a table, in the order of its rows. */
export function planeViews(rows: readonly Row[], views: object): PlaneView[] {
  return rows.flatMap(([name, , per, components]) => {
    const column = (views as Record<string, unknown>)[name];
    if (components !== 3) return [{ name, row: name, per, view: column as Column }];
    const planes = column as Record<string, Column>;
    return ['x', 'y', 'z'].map((axis) => ({
      name: name + axis.toUpperCase(),
      row: name,
      per,
      view: planes[axis],
    }));
  });
}

const TYPES: readonly ElementType[] = ['f32', 'u32', 'i32', 'u8'];
const WORD = 4;

/**
 * Encodes planes as the body of a section. The body has the number of planes, then a description of each plane, then
 * the elements of all planes. A description has the name, the type and the number of elements of the plane. The name is
 * a length byte and ASCII characters. The type is a byte, and the number of elements is a u32. A reader needs no other
 * information, even if planes differ in length.
 */
export function encodePlanes(planes: readonly Pick<PlaneView, 'name' | 'view'>[]): Uint8Array {
  let length = WORD;
  for (const { name, view } of planes) length += 2 + name.length + WORD + view.byteLength;
  const body = new Uint8Array(length);
  const data = new DataView(body.buffer);
  data.setUint32(0, planes.length, true);
  let at = WORD;
  for (const { name, view } of planes) {
    body[at++] = name.length;
    for (let k = 0; k < name.length; k++) body[at++] = name.charCodeAt(k);
    body[at++] = TYPES.indexOf(typeOf(view));
    data.setUint32(at, view.length, true);
    at += WORD;
  }
  for (const { view } of planes) {
    if (view instanceof Uint8Array) body.set(view, at);
    else {
      // Copied as bits, so that each NaN keeps its bits.
      const bits = new Uint32Array(view.buffer, view.byteOffset, view.length);
      for (let k = 0; k < bits.length; k++) data.setUint32(at + k * WORD, bits[k], true);
    }
    at += view.byteLength;
  }
  return body;
}

function typeOf(view: Column): ElementType {
  if (view instanceof Float32Array) return 'f32';
  if (view instanceof Uint32Array) return 'u32';
  return view instanceof Int32Array ? 'i32' : 'u8';
}

/**
 * Decodes planes into new arrays. First checks that all names, types and lengths match `rows`. `elementsOf` returns the
 * number of elements in each plane of a row.
 *
 * @throws SnapshotError SNAPSHOT_LAYOUT, before anything is allocated
 */
export function decodePlanes<Rows extends readonly Row[]>(
  { id, body, offset }: FoundSection,
  rows: Rows,
  elementsOf: (row: Rows[number]) => number,
): ViewsOf<Rows> {
  const data = new DataView(body.buffer, body.byteOffset, body.byteLength);
  let at = 0;
  const refuse = (found: string, expected: string): never => {
    throw new SnapshotError(
      'SNAPSHOT_LAYOUT',
      { offset: offset + Math.min(at, body.length), section: id },
      found,
      expected,
    );
  };
  const need = (bytes: number): void => {
    if (body.length - at < bytes) refuse(`${body.length - at} bytes`, `at least ${bytes}`);
  };
  need(WORD);
  const expected = rows.reduce((sum, row) => sum + (row[3] === 3 ? 3 : 1), 0);
  const count = data.getUint32(0, true);
  if (count !== expected) refuse(`${count} planes`, `${expected}`);
  at = WORD;
  let elements = 0;
  for (const row of rows) {
    const [name, type, , components] = row;
    for (const axis of components === 3 ? ['X', 'Y', 'Z'] : ['']) {
      need(1);
      const named = 1 + body[at];
      need(named + 1 + WORD);
      const found = String.fromCharCode(...body.subarray(at + 1, at + named));
      if (found !== name + axis) refuse(`column ${JSON.stringify(found)}`, `"${name}${axis}"`);
      if (body[at + named] !== TYPES.indexOf(type)) refuse(`${found} of another type`, type);
      const length = data.getUint32(at + named + 1, true);
      const wanted = elementsOf(row);
      if (length !== wanted) refuse(`${length} elements of ${found}`, `${wanted}`);
      at += named + 1 + WORD;
      elements += length * (type === 'u8' ? 1 : WORD);
    }
  }
  if (body.length - at !== elements) refuse(`${body.length - at} bytes`, `${elements}`);
  const read = (row: Rows[number]): Column => {
    const length = elementsOf(row);
    if (row[1] === 'u8') {
      const bytes = body.slice(at, at + length);
      at += length;
      return bytes;
    }
    const bits = new Uint32Array(length);
    for (let k = 0; k < length; k++) bits[k] = data.getUint32(at + k * WORD, true);
    at += length * WORD;
    if (row[1] === 'f32') return new Float32Array(bits.buffer);
    return row[1] === 'i32' ? new Int32Array(bits.buffer) : bits;
  };
  const views: Record<string, unknown> = {};
  for (const row of rows) {
    views[row[0]] = row[3] === 3 ? { x: read(row), y: read(row), z: read(row) } : read(row);
  }
  return views as ViewsOf<Rows>;
}

/** The number of elements of the first plane of a section. Used for tables whose length is only known from the file. */
export function firstLength({ body }: FoundSection): number {
  const at = WORD + 1 + (body[WORD] ?? 0) + 1;
  if (body.length < at + WORD) return 0;
  return new DataView(body.buffer, body.byteOffset).getUint32(at, true);
}
