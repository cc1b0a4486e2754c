/**
 * The operations of laws, in one table for the builder, the checks, the evaluator and the compiler. Each operation
 * rounds once to f32, or works on 32 bits. A boolean is 0 or 1 here, and a mask of lanes in compiled code.
 */

/** The type of a node: a number (f32), a whole number (u32), or a boolean. */
export type Kind = 'f32' | 'u32' | 'bool';

/**
 * Computes `count` results. Each operand is an array and a mask. The mask is -1 if the array has a value for each
 * result, and 0 if the first value of the array is used for all results. Only the operands of the operation are read.
 */
type Each = (
  out: Float64Array,
  count: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  c: Float64Array,
  l: number,
) => void;

export interface Operation {
  readonly operands: readonly Kind[];
  readonly result: Kind;
  readonly each: Each;
}

const fround = Math.fround;

const TO_F32 = { operands: ['f32', 'f32'], result: 'f32' } as const;
const OF_F32 = { operands: ['f32'], result: 'f32' } as const;
const COMPARES = { operands: ['f32', 'f32'], result: 'bool' } as const;
const TO_U32 = { operands: ['u32', 'u32'], result: 'u32' } as const;
const COMPARES_U32 = { operands: ['u32', 'u32'], result: 'bool' } as const;
const OF_TRUTHS = { operands: ['bool', 'bool'], result: 'bool' } as const;

/** The lowest number that is too large for u32. Conversions of this and all higher numbers give the maximum u32. */
const WHOLE_END = 0x100000000;

/**
 * The operations by name. Each has its own loop, because calling a function for each value would take longer than the
 * arithmetic.
 */
export const OPERATIONS = {
  add: {
    ...TO_F32,
    each(out, count, a, i, b, j) {
      for (let k = 0; k < count; k++) out[k] = fround(a[k & i] + b[k & j]);
    },
  },
  sub: {
    ...TO_F32,
    each(out, count, a, i, b, j) {
      for (let k = 0; k < count; k++) out[k] = fround(a[k & i] - b[k & j]);
    },
  },
  mul: {
    ...TO_F32,
    each(out, count, a, i, b, j) {
      for (let k = 0; k < count; k++) out[k] = fround(a[k & i] * b[k & j]);
    },
  },
  div: {
    ...TO_F32,
    each(out, count, a, i, b, j) {
      for (let k = 0; k < count; k++) out[k] = fround(a[k & i] / b[k & j]);
    },
  },
  /** The lower of two numbers. It is NaN if either operand is NaN, and -0 counts as less than 0. */
  min: {
    ...TO_F32,
    each(out, count, a, i, b, j) {
      for (let k = 0; k < count; k++) out[k] = Math.min(a[k & i], b[k & j]);
    },
  },
  max: {
    ...TO_F32,
    each(out, count, a, i, b, j) {
      for (let k = 0; k < count; k++) out[k] = Math.max(a[k & i], b[k & j]);
    },
  },
  neg: {
    ...OF_F32,
    each(out, count, a, i) {
      for (let k = 0; k < count; k++) out[k] = -a[k & i];
    },
  },
  abs: {
    ...OF_F32,
    each(out, count, a, i) {
      for (let k = 0; k < count; k++) out[k] = Math.abs(a[k & i]);
    },
  },
  sqrt: {
    ...OF_F32,
    each(out, count, a, i) {
      for (let k = 0; k < count; k++) out[k] = fround(Math.sqrt(a[k & i]));
    },
  },
  floor: {
    ...OF_F32,
    each(out, count, a, i) {
      for (let k = 0; k < count; k++) out[k] = Math.floor(a[k & i]);
    },
  },
  ceil: {
    ...OF_F32,
    each(out, count, a, i) {
      for (let k = 0; k < count; k++) out[k] = Math.ceil(a[k & i]);
    },
  },
  less: {
    ...COMPARES,
    each(out, count, a, i, b, j) {
      for (let k = 0; k < count; k++) out[k] = a[k & i] < b[k & j] ? 1 : 0;
    },
  },
  lessEqual: {
    ...COMPARES,
    each(out, count, a, i, b, j) {
      for (let k = 0; k < count; k++) out[k] = a[k & i] <= b[k & j] ? 1 : 0;
    },
  },
  equal: {
    ...COMPARES,
    each(out, count, a, i, b, j) {
      for (let k = 0; k < count; k++) out[k] = a[k & i] === b[k & j] ? 1 : 0;
    },
  },
  and: {
    ...OF_TRUTHS,
    each(out, count, a, i, b, j) {
      for (let k = 0; k < count; k++) out[k] = a[k & i] & b[k & j];
    },
  },
  or: {
    ...OF_TRUTHS,
    each(out, count, a, i, b, j) {
      for (let k = 0; k < count; k++) out[k] = a[k & i] | b[k & j];
    },
  },
  not: {
    operands: ['bool'],
    result: 'bool',
    each(out, count, a, i) {
      for (let k = 0; k < count; k++) out[k] = 1 - a[k & i];
    },
  },
  select: {
    operands: ['bool', 'f32', 'f32'],
    result: 'f32',
    each(out, count, a, i, b, j, c, l) {
      for (let k = 0; k < count; k++) out[k] = a[k & i] === 1 ? b[k & j] : c[k & l];
    },
  },
  selectWhole: {
    operands: ['bool', 'u32', 'u32'],
    result: 'u32',
    each(out, count, a, i, b, j, c, l) {
      for (let k = 0; k < count; k++) out[k] = a[k & i] === 1 ? b[k & j] : c[k & l];
    },
  },
  addWhole: {
    ...TO_U32,
    each(out, count, a, i, b, j) {
      for (let k = 0; k < count; k++) out[k] = (a[k & i] + b[k & j]) >>> 0;
    },
  },
  subWhole: {
    ...TO_U32,
    each(out, count, a, i, b, j) {
      for (let k = 0; k < count; k++) out[k] = (a[k & i] - b[k & j]) >>> 0;
    },
  },
  mulWhole: {
    ...TO_U32,
    each(out, count, a, i, b, j) {
      for (let k = 0; k < count; k++) out[k] = Math.imul(a[k & i], b[k & j]) >>> 0;
    },
  },
  /** The quotient, rounded down to a whole number. A divisor of 0 counts as 1. */
  divWhole: {
    ...TO_U32,
    each(out, count, a, i, b, j) {
      for (let k = 0; k < count; k++) out[k] = Math.floor(a[k & i] / (b[k & j] || 1));
    },
  },
  /** The remainder of a division of whole numbers. A divisor of 0 gives the remainder 0. */
  modWhole: {
    ...TO_U32,
    each(out, count, a, i, b, j) {
      for (let k = 0; k < count; k++) out[k] = a[k & i] % (b[k & j] || 1);
    },
  },
  andBits: {
    ...TO_U32,
    each(out, count, a, i, b, j) {
      for (let k = 0; k < count; k++) out[k] = (a[k & i] & b[k & j]) >>> 0;
    },
  },
  orBits: {
    ...TO_U32,
    each(out, count, a, i, b, j) {
      for (let k = 0; k < count; k++) out[k] = (a[k & i] | b[k & j]) >>> 0;
    },
  },
  xorBits: {
    ...TO_U32,
    each(out, count, a, i, b, j) {
      for (let k = 0; k < count; k++) out[k] = (a[k & i] ^ b[k & j]) >>> 0;
    },
  },
  /** Shifts the first operand to the left. The lowest 5 bits of the second operand tell by how many bits. */
  shiftLeft: {
    ...TO_U32,
    each(out, count, a, i, b, j) {
      for (let k = 0; k < count; k++) out[k] = (a[k & i] << b[k & j]) >>> 0;
    },
  },
  shiftRight: {
    ...TO_U32,
    each(out, count, a, i, b, j) {
      for (let k = 0; k < count; k++) out[k] = a[k & i] >>> b[k & j];
    },
  },
  lessWhole: {
    ...COMPARES_U32,
    each(out, count, a, i, b, j) {
      for (let k = 0; k < count; k++) out[k] = a[k & i] < b[k & j] ? 1 : 0;
    },
  },
  equalWhole: {
    ...COMPARES_U32,
    each(out, count, a, i, b, j) {
      for (let k = 0; k < count; k++) out[k] = a[k & i] === b[k & j] ? 1 : 0;
    },
  },
  /** Converts a whole number to the nearest f32. */
  toNumber: {
    operands: ['u32'],
    result: 'f32',
    each(out, count, a, i) {
      for (let k = 0; k < count; k++) out[k] = fround(a[k & i]);
    },
  },
  /**
   * The bits of a number. The bits of NaN differ between machines, so this operation always gives 0x7fc00000 for NaN.
   */
  toBits: {
    operands: ['f32'],
    result: 'u32',
    each(out, count, a, i) {
      for (let k = 0; k < count; k++) out[k] = bitsOf(a[k & i]);
    },
  },
  fromBits: {
    operands: ['u32'],
    result: 'f32',
    each(out, count, a, i) {
      for (let k = 0; k < count; k++) out[k] = ofBits(a[k & i]);
    },
  },
  /**
   * Rounds a number down to a whole number. Negative numbers and NaN become 0. Numbers that are too large become
   * 2^32 - 1.
   */
  toWhole: {
    operands: ['f32'],
    result: 'u32',
    each(out, count, a, i) {
      for (let k = 0; k < count; k++) out[k] = wholeOf(a[k & i]);
    },
  },
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof OPERATIONS;

const operands = [new Float64Array(1), new Float64Array(1), new Float64Array(1)] as const;
const result = new Float64Array(1);

/** Returns the result of an operation on single numbers. */
export function applyOperation(name: OperationName, a: number, b: number, c: number): number {
  const [x, y, z] = operands;
  x[0] = a;
  y[0] = b;
  z[0] = c;
  const { each }: Operation = OPERATIONS[name];
  each(result, 1, x, 0, y, 0, z, 0);
  return result[0];
}

const number = new Float32Array(1);
const bits = new Uint32Array(number.buffer);

function bitsOf(value: number): number {
  if (Number.isNaN(value)) return 0x7fc00000;
  number[0] = value;
  return bits[0];
}

function ofBits(value: number): number {
  bits[0] = value;
  return number[0];
}

function wholeOf(value: number): number {
  if (!(value >= 1)) return 0;
  return value >= WHOLE_END ? WHOLE_END - 1 : Math.trunc(value);
}
