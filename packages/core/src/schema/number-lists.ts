import * as z from 'zod/mini';
import { SIZE } from './guard.ts';
import { LIMITS, MAX_LISTED } from './limits.ts';
import { bytesOf, packLists } from './packed-lists.ts';

/**
 * Schemas of long lists of numbers. An input is an array, a typed array, or base64 text of the little-endian bytes of a
 * typed array. The result is always a new list: a plain array if the list is short, otherwise a typed array. For a
 * short list, a plain array takes a fraction of the time and memory of a typed array.
 */

const A_LIST = 'an array of numbers, a typed array, or base64 of a typed array';

/** The schema of a list of ids of agents. */
export const idList = numberList(
  Uint32Array,
  'a whole number from 0 to 4294967295',
  (value) => Number.isInteger(value) && value >= 0 && value <= 0xffffffff,
  { type: 'integer', minimum: 0, maximum: 0xffffffff },
  'Ids of agents.',
);

/** The schema of a list of vectors: x, y and z of one vector after another. */
export const vectorList = numberList(
  Float32Array,
  `a number from -${LIMITS.coordinate} to ${LIMITS.coordinate}`,
  (value) => Math.abs(value) <= LIMITS.coordinate,
  { type: 'number', minimum: -LIMITS.coordinate, maximum: LIMITS.coordinate },
  'x, y and z of the first vector, then of the next, and so on. Each vector has three numbers, even in two dimensions.',
);

/** The schema of a list of numbers for a column. */
export const numberValueList = numberList(
  Float32Array,
  'a number that an f32 can hold',
  (value) => Number.isFinite(Math.fround(value)),
  { type: 'number' },
  'Numbers, one after another.',
);

/** The schema of the heights of points, row after row. */
export const heightList = keptList('Heights of the points', LIMITS.coordinate);

/** The schema of the cell values of a scalar field, row after row. */
export const cellList = keptList('Values of the cells', LIMITS.fieldValue);

/** Returns the schema of a grid of numbers. A parsed grid is plain JSON, like the rest of a scenario. */
function keptList(of: string, largest: number) {
  return z.pipe(
    checkedList(
      Float32Array,
      `a number from -${largest} to ${largest}`,
      (value) => Math.abs(value) <= largest,
      {
        anyOf: [
          { type: 'array', items: { type: 'number', minimum: -largest, maximum: largest } },
          { type: 'string', contentEncoding: 'base64' },
        ],
      },
      `${of}, row by row from the lowest y and x. For more than ${SIZE.elements}, use a typed array or base64 of little-endian f32.`,
    ),
    z.transform(
      (input: ListInput): number[] | string =>
        (ArrayBuffer.isView(input) ? packLists('', Float32Array.from(input)) : input) as
          | number[]
          | string,
    ),
  );
}

type List = Uint32Array | Float32Array;
type ListInput = readonly number[] | List | string;
type ListType<L extends List> = { new (list: ArrayLike<number>): L; new (buffer: ArrayBuffer): L };

function numberList<L extends List>(
  Type: ListType<L>,
  expected: string,
  isElement: (value: number) => boolean,
  items: object,
  description: string,
) {
  return z.pipe(
    checkedList(Type, expected, isElement, { type: 'array', items }, description),
    z.transform((input: ListInput): L | number[] => ownList(Type, read(Type, input))),
  );
}

/** Returns the schema of a list. The schema checks each number, and returns the list unchanged. */
function checkedList<L extends List>(
  Type: ListType<L>,
  expected: string,
  isElement: (value: number) => boolean,
  form: object,
  description: string,
) {
  return z.custom<ListInput>(isList, { error: A_LIST }).check(
    (context) => {
      const list = read(Type, context.value);
      let listed = 0;
      for (let k = 0; k < list.length && listed < MAX_LISTED; k++) {
        if (typeof list[k] === 'number' && isElement(list[k])) continue;
        context.issues.push({
          code: 'custom',
          input: list[k],
          path: [k],
          message: expected,
        });
        listed++;
      }
    },
    z.meta({ ...form, description }),
  );
}

function read<L extends List>(Type: ListType<L>, input: ListInput): ArrayLike<number> {
  return typeof input === 'string' ? new Type(bytesOf(input)!.buffer) : input;
}

function isList(value: unknown): boolean {
  if (typeof value === 'string') return (bytesOf(value)?.length ?? 1) % 4 === 0;
  return Array.isArray(value) || value instanceof Uint32Array || value instanceof Float32Array;
}

/** The maximum length of lists that become plain arrays. */
const SHORT = 64;

/**
 * Copies a short list to a plain array, and a long list to a typed array. Replaces -0 by 0, as JSON does. Otherwise,
 * the hash would distinguish -0 from 0.
 */
export function ownList<L extends List>(
  Type: new (list: ArrayLike<number>) => L,
  list: ArrayLike<number>,
): L | number[] {
  const own = list.length <= SHORT ? shortList(Type, list) : new Type(list);
  for (let k = 0; k < own.length; k++) if (own[k] === 0) own[k] = 0;
  return own;
}

/** The numbers of a list as `Type` rounds them. Creating a typed array would take ten times as long. */
function shortList(Type: unknown, list: ArrayLike<number>): number[] {
  const own = new Array<number>(list.length);
  for (let k = 0; k < own.length; k++) {
    own[k] = Type === Uint32Array ? list[k] >>> 0 : Math.fround(list[k]);
  }
  return own;
}
