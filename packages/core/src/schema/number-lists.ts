import * as z from 'zod/mini';
import { SIZE } from './guard.ts';
import { LIMITS, MAX_LISTED } from './limits.ts';
import { bytesOf, packLists } from './packed-lists.ts';

/**
 * Long lists of numbers: as an array of a JSON text, as a typed array from a program, or, as logs keep them, as the
 * base64 of the bytes of one, the least significant first. Each is read into a list of its own: a typed array,
 * or where it is short an array, which takes a fraction of the time and memory.
 */

const A_LIST = 'an array of numbers, a typed array, or the base64 of one';

/** The ids of agents. */
export const idList = numberList(
  Uint32Array,
  'a whole number from 0 to 4294967295',
  (value) => Number.isInteger(value) && value >= 0 && value <= 0xffffffff,
  { type: 'integer', minimum: 0, maximum: 0xffffffff },
  'Ids of agents.',
);

/** The coordinates of one vector after another, x, y and z each. */
export const vectorList = numberList(
  Float32Array,
  `a number from -${LIMITS.coordinate} to ${LIMITS.coordinate}`,
  (value) => Math.abs(value) <= LIMITS.coordinate,
  { type: 'number', minimum: -LIMITS.coordinate, maximum: LIMITS.coordinate },
  'x, y and z of one after the other, three numbers each, in the plane too.',
);

/** Values of a column, one after another. */
export const numberValueList = numberList(
  Float32Array,
  'a number that an f32 can hold',
  (value) => Number.isFinite(Math.fround(value)),
  { type: 'number' },
  'Numbers, one after another.',
);

/** Heights of points, one row after another. */
export const heightList = keptList('Heights of the points', LIMITS.coordinate);

/** Values of the cells of a scalar field, one row after another. */
export const cellList = keptList('Values of the cells', LIMITS.fieldValue);

/** Numbers of a grid that stay what JSON can hold, as the rest of a scenario does. */
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
      `${of}, by rows from the least y and x: up to ${SIZE.elements} numbers, a typed array, or the base64 of little-endian f32.`,
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

/** A list as it is given, each number checked. */
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
        if (isElement(list[k])) continue;
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

/** Lists of so many numbers are arrays. */
const SHORT = 64;

/** A list of its own, short or long; a -0 is 0 in it, as it is in JSON: the hash tells them apart. */
export function ownList<L extends List>(
  Type: new (list: ArrayLike<number>) => L,
  list: ArrayLike<number>,
): L | number[] {
  const own = new Type(list);
  for (let k = 0; k < own.length; k++) if (own[k] === 0) own[k] = 0;
  return own.length <= SHORT ? Array.from(own) : own;
}
