/**
 * The operations of laws: one table for the builder, the gate, the evaluator and the compiler. Each rounds
 * once to f32, or works on 32 bits; a truth is 0 or 1 here, and a mask of lanes where it is compiled.
 */

/** What a node stands for: a number (f32), a whole number (u32), or a truth. */
export type Kind = 'f32' | 'u32' | 'bool';

/** Takes as many numbers as it has operands; the others are undefined. */
type Apply = (a: number, b: number, c: number) => number;

export interface Operation {
  readonly operands: readonly Kind[];
  readonly result: Kind;
  readonly apply: Apply;
}

const fround = Math.fround;

const TO_F32 = { operands: ['f32', 'f32'], result: 'f32' } as const;
const OF_F32 = { operands: ['f32'], result: 'f32' } as const;
const COMPARES = { operands: ['f32', 'f32'], result: 'bool' } as const;
const TO_U32 = { operands: ['u32', 'u32'], result: 'u32' } as const;
const COMPARES_U32 = { operands: ['u32', 'u32'], result: 'bool' } as const;
const OF_TRUTHS = { operands: ['bool', 'bool'], result: 'bool' } as const;

/** Where a conversion to u32 saturates. */
const WHOLE_END = 0x100000000;

export const OPERATIONS = {
  add: { ...TO_F32, apply: (a, b) => fround(a + b) },
  sub: { ...TO_F32, apply: (a, b) => fround(a - b) },
  mul: { ...TO_F32, apply: (a, b) => fround(a * b) },
  div: { ...TO_F32, apply: (a, b) => fround(a / b) },
  /** NaN when either is; -0 is less than 0. */
  min: { ...TO_F32, apply: (a, b) => Math.min(a, b) },
  max: { ...TO_F32, apply: (a, b) => Math.max(a, b) },
  neg: { ...OF_F32, apply: (a) => -a },
  abs: { ...OF_F32, apply: (a) => Math.abs(a) },
  sqrt: { ...OF_F32, apply: (a) => fround(Math.sqrt(a)) },
  floor: { ...OF_F32, apply: (a) => Math.floor(a) },
  ceil: { ...OF_F32, apply: (a) => Math.ceil(a) },
  less: { ...COMPARES, apply: (a, b) => Number(a < b) },
  lessEqual: { ...COMPARES, apply: (a, b) => Number(a <= b) },
  equal: { ...COMPARES, apply: (a, b) => Number(a === b) },
  and: { ...OF_TRUTHS, apply: (a, b) => a & b },
  or: { ...OF_TRUTHS, apply: (a, b) => a | b },
  not: { operands: ['bool'], result: 'bool', apply: (a) => 1 - a },
  select: {
    operands: ['bool', 'f32', 'f32'],
    result: 'f32',
    apply: (condition, yes, no) => (condition === 1 ? yes : no),
  },
  selectWhole: {
    operands: ['bool', 'u32', 'u32'],
    result: 'u32',
    apply: (condition, yes, no) => (condition === 1 ? yes : no),
  },
  addWhole: { ...TO_U32, apply: (a, b) => (a + b) >>> 0 },
  subWhole: { ...TO_U32, apply: (a, b) => (a - b) >>> 0 },
  mulWhole: { ...TO_U32, apply: (a, b) => Math.imul(a, b) >>> 0 },
  andBits: { ...TO_U32, apply: (a, b) => (a & b) >>> 0 },
  orBits: { ...TO_U32, apply: (a, b) => (a | b) >>> 0 },
  xorBits: { ...TO_U32, apply: (a, b) => (a ^ b) >>> 0 },
  /** By the lowest 5 bits of the second. */
  shiftLeft: { ...TO_U32, apply: (a, b) => (a << b) >>> 0 },
  shiftRight: { ...TO_U32, apply: (a, b) => a >>> b },
  lessWhole: { ...COMPARES_U32, apply: (a, b) => Number(a < b) },
  equalWhole: { ...COMPARES_U32, apply: (a, b) => Number(a === b) },
  /** The nearest f32. */
  toNumber: { operands: ['u32'], result: 'f32', apply: (a) => fround(a) },
  /** The bits of a number; of NaN, whose bits differ between machines, always 0x7fc00000. */
  toBits: { operands: ['f32'], result: 'u32', apply: (a) => bitsOf(a) },
  fromBits: { operands: ['u32'], result: 'f32', apply: (a) => ofBits(a) },
  /** Without its fraction; 0 for what is negative or NaN, 2^32 - 1 for what is too large. */
  toWhole: { operands: ['f32'], result: 'u32', apply: (a) => wholeOf(a) },
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof OPERATIONS;

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
