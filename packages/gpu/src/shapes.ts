/**
 * An expression over three operands, in WGSL and in JavaScript. In WGSL, the operands are `x`, `y` and `z` of the type F,
 * and `bits` are the bits of `x`.
 */
export interface Shape {
  readonly name: string;
  /** The result as u32: the bits of a number, a whole number, or 1 for true. */
  readonly code: string;
  readonly value: (x: number, y: number, z: number, bits: number) => number | boolean;
  readonly kind: 'f32' | 'u32' | 'bool';
}

const fround = Math.fround;
const sqrt = Math.sqrt;

function f32(name: string, code: string, value: Shape['value']): Shape {
  return { name, code: `fBits(${code})`, value, kind: 'f32' };
}

function u32(name: string, code: string, value: Shape['value']): Shape {
  return { name, code, value, kind: 'u32' };
}

function bool(name: string, code: string, value: Shape['value']): Shape {
  return { name, code: `select(0u, 1u, ${code})`, value, kind: 'bool' };
}

const view = new Float32Array(1);
const viewBits = new Uint32Array(view.buffer);

function canonical(x: number): number {
  view[0] = x;
  return Number.isNaN(x) ? 0x7fc00000 : viewBits[0];
}

function whole(x: number): number {
  return x >= 1 ? Math.min(Math.trunc(x), 0xffffffff) : 0;
}

/**
 * The operations, and expressions that a compiler would change by fusing, reordering or simplifying. Each adapter that
 * is found to differ in another one adds it here.
 */
export const SHAPES: readonly Shape[] = [
  f32('x', 'x', (x) => x),
  f32('x + y', 'fAdd(x, y)', (x, y) => fround(x + y)),
  f32('x - y', 'fSub(x, y)', (x, y) => fround(x - y)),
  f32('x * y', 'fMul(x, y)', (x, y) => fround(x * y)),
  f32('x / y', 'fDiv(x, y)', (x, y) => fround(x / y)),
  f32('1 / x', 'fDiv(fOf(0x3f800000u), x)', (x) => fround(1 / x)),
  f32('sqrt(x)', 'fSqrt(x)', (x) => fround(sqrt(x))),
  f32('floor(x)', 'fFloor(x)', (x) => Math.floor(x)),
  f32('ceil(x)', 'fCeil(x)', (x) => Math.ceil(x)),
  f32('min(x, y)', 'fMin(x, y)', (x, y) => Math.min(x, y)),
  f32('max(x, y)', 'fMax(x, y)', (x, y) => Math.max(x, y)),
  f32('-x', 'fNeg(x)', (x) => -x),
  f32('abs(x)', 'fAbs(x)', (x) => Math.abs(x)),
  f32('floor(abs(x))', 'fFloor(fAbs(x))', (x) => Math.floor(Math.abs(x))),
  f32('ceil(-abs(x))', 'fCeil(fNeg(fAbs(x)))', (x) => Math.ceil(-Math.abs(x))),
  f32('min(abs(x), -abs(y))', 'fMin(fAbs(x), fNeg(fAbs(y)))', (x, y) =>
    Math.min(Math.abs(x), -Math.abs(y)),
  ),
  f32('abs(x) - abs(y)', 'fSub(fAbs(x), fAbs(y))', (x, y) => fround(Math.abs(x) - Math.abs(y))),
  f32('abs(x) * -abs(y)', 'fMul(fAbs(x), fNeg(fAbs(y)))', (x, y) =>
    fround(Math.abs(x) * -Math.abs(y)),
  ),
  u32('whole of abs(x)', 'fWhole(fAbs(x))', (x) => whole(Math.abs(x))),
  bool('x < y', 'fLess(x, y)', (x, y) => x < y),
  bool('x <= y', 'fLessEqual(x, y)', (x, y) => x <= y),
  bool('x == y', 'fEqual(x, y)', (x, y) => x === y),
  bool('!(x <= y)', '!fLessEqual(x, y)', (x, y) => !(x <= y)),
  bool('x == x', 'fEqual(x, x)', (x) => !Number.isNaN(x)),
  f32('x < y ? x : z', 'select(z, x, fLess(x, y))', (x, y, z) => (x < y ? x : z)),
  f32('number of bits', 'fNumber(bits)', (_x, _y, _z, bits) => fround(bits)),
  u32('whole of x', 'fWhole(x)', (x) => whole(x)),
  u32('bits of x', 'fCanonical(x)', (x) => canonical(x)),
  f32('x + 0', 'fAdd(x, fOf(0u))', (x) => fround(x + 0)),
  f32('x * 0', 'fMul(x, fOf(0u))', (x) => fround(x * 0)),
  f32('x * 1', 'fMul(x, fConst(0x3f800000u))', (x) => x),
  f32('0 - x', 'fSub(fConst(0u), x)', (x) => 0 - x),
  f32('0 / x', 'fDiv(fConst(0u), x)', (x) => 0 / x),
  f32('x / 0', 'fDiv(x, fConst(0u))', (x) => x / 0),
  f32('x / 1', 'fDiv(x, fConst(0x3f800000u))', (x) => x),
  f32('x / infinity', 'fDiv(x, fConst(0x7f800000u))', (x) => x / Number.POSITIVE_INFINITY),
  f32('x + NaN', 'fAdd(x, fConst(0x7fc00000u))', () => Number.NaN),
  f32('x * NaN', 'fMul(x, fConst(0x7fc00000u))', () => Number.NaN),
  bool('x <= infinity', 'fLessEqual(x, fConst(0x7f800000u))', (x) => x <= Number.POSITIVE_INFINITY),
  f32('x - x', 'fSub(x, x)', (x) => fround(x - x)),
  f32('x / x', 'fDiv(x, x)', (x) => fround(x / x)),
  f32('1e-40 + x', 'fAdd(fOf(0x000116c2u), x)', (x) => fround(fround(1e-40) + x)),
  f32('x * y + z', 'fAdd(fMul(x, y), z)', (x, y, z) => fround(fround(x * y) + z)),
  f32('x - y * z', 'fSub(x, fMul(y, z))', (x, y, z) => fround(x - fround(y * z))),
  f32('x * y - z * x', 'fSub(fMul(x, y), fMul(z, x))', (x, y, z) =>
    fround(fround(x * y) - fround(z * x)),
  ),
  f32('x * x + y * y + z * z', 'fAdd(fAdd(fMul(x, x), fMul(y, y)), fMul(z, z))', (x, y, z) =>
    fround(fround(fround(x * x) + fround(y * y)) + fround(z * z)),
  ),
  f32('x * z + y * z', 'fAdd(fMul(x, z), fMul(y, z))', (x, y, z) =>
    fround(fround(x * z) + fround(y * z)),
  ),
  f32('(x + y) - x', 'fSub(fAdd(x, y), x)', (x, y) => fround(fround(x + y) - x)),
  f32('(x + y) + z', 'fAdd(fAdd(x, y), z)', (x, y, z) => fround(fround(x + y) + z)),
  f32('(x * y) * z', 'fMul(fMul(x, y), z)', (x, y, z) => fround(fround(x * y) * z)),
  f32('(x / y) * y', 'fMul(fDiv(x, y), y)', (x, y) => fround(fround(x / y) * y)),
  f32('sqrt(x) * sqrt(x)', 'fMul(fSqrt(x), fSqrt(x))', (x) => {
    const root = fround(sqrt(x));
    return fround(root * root);
  }),
];
