/**
 * Exact f32 arithmetic in WGSL. WGSL itself promises little: a compiler may fuse or reorder operations, divide
 * inexactly, replace subnormal numbers by 0, and assume that no number is infinite or NaN.
 *
 * All layers have the same functions, over values of the type F:
 *
 * - `fOf` and `fBits` convert bits (u32) to F and back. `fConst` is `fOf` for bits that are not those of a subnormal number
 * - `fAdd`, `fSub`, `fMul`, `fDiv`, `fSqrt`, `fFloor`, `fCeil`, `fMin`, `fMax`, `fNeg` and `fAbs` round once to f32.
 *   `fMin` and `fMax` are NaN if either operand is NaN, and -0 counts as less than 0
 * - `fLess`, `fLessEqual` and `fEqual` compare
 * - `fNumber` converts a u32 to the nearest F. `fWhole` rounds down to a u32: NaN and negative numbers become 0, and
 *   numbers that are too large become 2^32 - 1
 * - `fCanonical` gives the bits, and 0x7fc00000 for NaN
 */

/**
 * The layers, the fastest first:
 *
 * - `fma`: F is f32. Exact on an adapter that keeps subnormal, infinite and NaN numbers.
 * - `flush`: F is f32. Computes like `fma`, and sets the private variable `fBad` if a number is subnormal. The caller then
 *   computes again with `soft`. Exact on an adapter that keeps infinite and NaN numbers.
 * - `flag`: F is u32. Sets `fBad` too, and lets integers deal with infinite and NaN numbers. Exact on an adapter that rounds
 *   normal numbers to nearest even.
 * - `soft`: F is u32. Computes with integers only, so it is exact on any adapter.
 */
export const LAYERS = ['fma', 'flush', 'flag', 'soft'] as const;

export type Layer = (typeof LAYERS)[number];

/** Whether a layer leaves some numbers to the soft layer. */
export function leavesSome(layer: Layer): boolean {
  return layer === 'flush' || layer === 'flag';
}

/** The contents of the uniform buffer that `arithmetic` declares: 1 and -0, which no compiler may know. */
export const OPAQUE = new Uint32Array([0x3f800000, 0x80000000, 0, 0]);

const CONSTANTS = /* wgsl */ `
const SIGN = 0x80000000u;
const MAGNITUDE = 0x7fffffffu;
const INFINITE = 0x7f800000u;
const NOT_A_NUMBER = 0x7fc00000u;
const FRACTION = 0x7fffffu;
const HIDDEN = 0x800000u;
`;

/**
 * What all layers do with integers. There are no branches, early returns or `&&`: compilers inline every call, and each
 * jump would cost them more time than some arithmetic.
 */
const INTEGERS = /* wgsl */ `
// Counts the leading zeros of n > 0. Built-in functions for it are long code on some adapters. Without the bits after
// its leading ones, n is below 1.5 times a power of two: however the conversion rounds, it keeps the exponent.
fn leadingZeros(n: u32) -> u32 { return 158u - (bitcast<u32>(f32(n & ~(n >> 1u))) >> 23u); }

// Shifts to the right by up to 31 bits. The last bit of the result is set if any bit that falls out is.
fn shiftedRight(n: u32, by: u32) -> u32 {
  return (n >> by) | select(0u, 1u, (n & ((1u << by) - 1u)) != 0u);
}

// Rounds to nearest even. The significand has its leading bit at 26, and three bits beyond those of f32, the last of
// which stands for all that is below. With exponent 1, it may also be smaller, for a subnormal number.
fn rounded(sign: u32, exponent: u32, significand: u32) -> u32 {
  let up = 3u + ((significand >> 3u) & 1u);
  return sign | min(((exponent - 1u) << 23u) + ((significand + up) >> 3u), INFINITE);
}

// The same for any exponent.
fn roundedAny(sign: u32, exponent: i32, significand: u32) -> u32 {
  let down = u32(clamp(1 - exponent, 0, 31));
  return rounded(sign, u32(max(exponent, 1)), shiftedRight(significand, down));
}

// The significand of a positive number, with its leading bit at 23, and the exponent, which may be negative.
fn unpacked(x: u32) -> vec2u {
  let significand = (x & FRACTION) | select(HIDDEN, 0u, x < HIDDEN);
  let up = leadingZeros(significand) - 8u;
  return vec2u(significand << (up & 31u), max(x >> 23u, 1u) - up);
}

fn isNan(a: u32, b: u32) -> bool { return max(a & MAGNITUDE, b & MAGNITUDE) > INFINITE; }

// A number that is ordered like the f32; 0 and -0 are equal.
fn keyOf(a: u32) -> i32 { return select(i32(a), -i32(a & MAGNITUDE), a >= SIGN); }

// The same, with -0 below 0.
fn strictKeyOf(a: u32) -> i32 { return i32(a ^ select(0u, MAGNITUDE, a >= SIGN)); }

fn minBits(a: u32, b: u32) -> u32 {
  return select(select(b, a, strictKeyOf(a) < strictKeyOf(b)), NOT_A_NUMBER, isNan(a, b));
}

fn maxBits(a: u32, b: u32) -> u32 {
  return select(select(b, a, strictKeyOf(a) > strictKeyOf(b)), NOT_A_NUMBER, isNan(a, b));
}

fn floorBits(a: u32) -> u32 {
  let exponent = (a >> 23u) & 255u;
  let below = FRACTION >> (clamp(exponent, 127u, 150u) - 127u);
  let large = (a + select(0u, below, a >= SIGN)) & ~below;
  // Without comparing with SIGN: where Mesa knows that a is positive, it takes a & SIGN for SIGN.
  let negative = a >> 31u;
  let small = (negative << 31u) | (0x3f800000u * negative * select(0u, 1u, (a & MAGNITUDE) != 0u));
  return select(large, small, exponent < 127u);
}

fn numberBits(n: u32) -> u32 {
  let zeros = leadingZeros(n | 1u);
  return select(rounded(0u, 158u - zeros, shiftedRight(n << zeros, 5u)), 0u, n == 0u);
}

fn wholeBits(a: u32) -> u32 {
  let exponent = clamp(a >> 23u, 127u, 158u);
  let significand = ((a & FRACTION) | HIDDEN) << 8u;
  let whole = select(significand >> (158u - exponent), 0xffffffffu, a >= 0x4f800000u);
  // Negative numbers and NaN have larger bits than infinity.
  return select(whole, 0u, (a < 0x3f800000u) | (a > INFINITE));
}

// Whether an operand is 0, infinite or NaN: no result then needs rounding.
fn isKnown(a: u32, b: u32) -> bool {
  let x = a & MAGNITUDE;
  let y = b & MAGNITUDE;
  return (min(x, y) == 0u) | (max(x, y) >= INFINITE);
}

// The results of such operands. NaN may have any bits. That of a sum is also right for numbers that cancel each other.
fn knownSum(a: u32, b: u32) -> u32 {
  let x = a & MAGNITUDE;
  let none = select(0u, NOT_A_NUMBER, x >= INFINITE);
  return select(select(a, b, (b & MAGNITUDE) > x), none, a == (b ^ SIGN));
}

fn knownProduct(a: u32, b: u32) -> u32 {
  let x = a & MAGNITUDE;
  let y = b & MAGNITUDE;
  let top = max(x, y);
  let large = select(top, NOT_A_NUMBER, min(x, y) == 0u);
  return ((a ^ b) & SIGN) | select(0u, large, top >= INFINITE);
}

fn knownQuotient(a: u32, b: u32) -> u32 {
  let x = a & MAGNITUDE;
  let y = b & MAGNITUDE;
  let isNone = (max(x, y) > INFINITE) | (x == y);
  let isInfinite = (x == INFINITE) | (y == 0u);
  return select(((a ^ b) & SIGN) | select(0u, INFINITE, isInfinite), NOT_A_NUMBER, isNone);
}

// The root of 0 is 0 with its sign, and that of infinity is infinite. Other numbers with a sign have none.
fn knownRoot(a: u32) -> u32 {
  return select(a, NOT_A_NUMBER, (a > INFINITE) & ((a & MAGNITUDE) != 0u));
}
fn hasKnownRoot(a: u32) -> bool { return (a >= INFINITE) | (a == 0u); }
`;

/** Functions of the layers whose values are bits, apart from those that round. */
const OF_BITS = /* wgsl */ `
alias F = u32;
fn fOf(bits: u32) -> F { return bits; }
fn fConst(bits: u32) -> F { return bits; }
fn fBits(a: F) -> u32 { return a; }
fn fFloor(a: F) -> F { return floorBits(a); }
fn fCeil(a: F) -> F { return floorBits(a ^ SIGN) ^ SIGN; }
fn fMin(a: F, b: F) -> F { return minBits(a, b); }
fn fMax(a: F, b: F) -> F { return maxBits(a, b); }
fn fNeg(a: F) -> F { return a ^ SIGN; }
fn fAbs(a: F) -> F { return a & MAGNITUDE; }
fn fLess(a: F, b: F) -> bool { return (keyOf(a) < keyOf(b)) & !isNan(a, b); }
fn fLessEqual(a: F, b: F) -> bool { return (keyOf(a) <= keyOf(b)) & !isNan(a, b); }
fn fEqual(a: F, b: F) -> bool { return (keyOf(a) == keyOf(b)) & !isNan(a, b); }
fn fNumber(n: u32) -> F { return numberBits(n); }
fn fWhole(a: F) -> u32 { return wholeBits(a); }
fn fCanonical(a: F) -> u32 { return select(a, NOT_A_NUMBER, (a & MAGNITUDE) > INFINITE); }
`;

/**
 * Estimates with native arithmetic, which integers make exact: WGSL allows an error of a few units. There are few shifts,
 * as the compiler of SwiftShader makes long code of them.
 */
const NATIVE_QUOTIENT = /* wgsl */ `
// A small number, rounded to a whole one.
fn nearest(a: f32) -> u32 { return bitcast<u32>(a + 12582912f) - 0x4b400000u; }

// The quotient of two significands, rounded down to 24 bits, and the rest. Whether m < n is known.
fn quotientOf(m: u32, n: u32, isSmall: bool) -> vec2u {
  let inverse = 1f / bitcast<f32>((n & FRACTION) | 0x3f800000u);
  let over = bitcast<f32>((m & FRACTION) | select(0x3f800000u, 0x40000000u, isSmall));
  // The bits of a number from 1 to 2 are those of its significand, and 0x3f000000.
  let near = bitcast<u32>(over * inverse) - 0x3f000000u;
  let error = m * select(HIDDEN, 2u * HIDDEN, isSmall) - near * n;
  let more = nearest(f32(i32(error)) * inverse * 0x1p-23f);
  let rest = error - more * n;
  let isBelow = rest >= SIGN;
  return vec2u(near + more - select(0u, 1u, isBelow), rest + select(0u, n, isBelow));
}

// The root of m or of 2 * m, rounded down to 24 bits, and the rest.
fn rootOf(m: u32, isOdd: bool) -> vec2u {
  let square = bitcast<f32>((m & FRACTION) | select(0x3f800000u, 0x40000000u, isOdd));
  let inverse = inverseSqrt(square);
  let near = bitcast<u32>(square * inverse) - 0x3f000000u;
  let error = m * select(HIDDEN, 2u * HIDDEN, isOdd) - near * near;
  let more = nearest(f32(i32(error)) * inverse * 0x1p-24f);
  let q = near + more;
  let rest = error - more * (near + q);
  let isBelow = rest >= SIGN;
  return vec2u(q - select(0u, 1u, isBelow), rest + select(0u, 2u * q - 1u, isBelow));
}
`;

const SOFT_QUOTIENT = /* wgsl */ `
// As in the other layers, but in three digits of eight bits.
fn quotientOf(m: u32, n: u32, isSmall: bool) -> vec2u {
  let first = m << select(7u, 8u, isSmall);
  let high = first / n;
  let second = (first - high * n) << 8u;
  let middle = second / n;
  let third = (second - middle * n) << 8u;
  let low = third / n;
  return vec2u((high << 16u) | (middle << 8u) | low, third - low * n);
}

// Digit by digit. The radicand has 48 bits; those after the first 32 are 0.
fn rootOf(m: u32, isOdd: bool) -> vec2u {
  var radicand = m << select(7u, 8u, isOdd);
  var q = 0u;
  var rest = 0u;
  for (var k = 0; k < 24; k++) {
    rest = (rest << 2u) | (radicand >> 30u);
    radicand <<= 2u;
    let next = (q << 2u) | 1u;
    let fits = rest >= next;
    rest -= select(0u, next, fits);
    q = (q << 1u) | select(0u, 1u, fits);
  }
  return vec2u(q, rest);
}
`;

/** Division and roots of any bits. */
const DIVISION = /* wgsl */ `
fn divBits(a: u32, b: u32) -> u32 {
  let sign = (a ^ b) & SIGN;
  let x = a & MAGNITUDE;
  let y = b & MAGNITUDE;
  let m = unpacked(x);
  let n = unpacked(y);
  let isSmall = m.x < n.x;
  let exponent = i32(m.y - n.y) + select(127, 126, isSmall);
  let q = quotientOf(m.x, n.x, isSmall);
  // A tie is possible only if the result is subnormal.
  let twice = 2u * q.y;
  let low = select(select(select(1u, 4u, twice == n.x), 5u, twice > n.x), 0u, twice == 0u);
  let finite = roundedAny(sign, exponent, (q.x << 3u) | low);
  return select(finite, knownQuotient(a, b), isKnown(a, b));
}

fn sqrtBits(a: u32) -> u32 {
  let m = unpacked(a & MAGNITUDE);
  // The root of an odd power of two times m is taken of twice m.
  let isOdd = (m.y & 1u) == 0u;
  let half = u32(i32(m.y) + select(127, 126, isOdd)) >> 1u;
  let q = rootOf(m.x, isOdd);
  let root = ((half - 1u) << 23u) + q.x + select(0u, 1u, q.y > q.x);
  return select(root, knownRoot(a), hasKnownRoot(a));
}
`;

const SOFT = /* wgsl */ `
fn addBits(a: u32, b: u32) -> u32 {
  let swaps = (a & MAGNITUDE) < (b & MAGNITUDE);
  let large = select(a, b, swaps);
  let x = large & MAGNITUDE;
  let y = select(b, a, swaps) & MAGNITUDE;
  let differ = (a ^ b) >= SIGN;
  // A subnormal number has the exponent 1, and no hidden bit.
  let exponent = max(x >> 23u, 1u);
  let m = ((x & FRACTION) | select(HIDDEN, 0u, x < HIDDEN)) << 3u;
  let n = ((y & FRACTION) | select(HIDDEN, 0u, y < HIDDEN)) << 3u;
  let aligned = shiftedRight(n, min(exponent - max(y >> 23u, 1u), 31u));
  let sum = select(m + aligned, m - aligned, differ);
  let carry = sum >> 27u;
  let carried = (sum >> carry) | (sum & carry);
  let up = min(leadingZeros(carried) - 5u, exponent + carry - 1u);
  let finite = rounded(large & SIGN, exponent + carry - up, carried << (up & 31u));
  return select(finite, knownSum(a, b), isKnown(a, b) | (sum == 0u));
}

fn mulBits(a: u32, b: u32) -> u32 {
  let sign = (a ^ b) & SIGN;
  let x = a & MAGNITUDE;
  let y = b & MAGNITUDE;
  let m = unpacked(x);
  let n = unpacked(y);
  // The product of 24 by 24 bits, in two words of 24 bits.
  let p = vec2u(m.x & 0xfffu, m.x >> 12u);
  let q = vec2u(n.x & 0xfffu, n.x >> 12u);
  let middle = p.x * q.y + p.y * q.x;
  let low = p.x * q.x + ((middle & 0xfffu) << 12u);
  let high = p.y * q.y + (middle >> 12u) + (low >> 24u);
  let top = high >> 23u;
  let significand = (high << (4u - top)) | shiftedRight(low & 0xffffffu, 20u + top);
  let finite = roundedAny(sign, i32(m.y + n.y + top) - 127, significand);
  return select(finite, knownProduct(a, b), isKnown(a, b));
}

fn fAdd(a: F, b: F) -> F { return addBits(a, b); }
fn fSub(a: F, b: F) -> F { return addBits(a, b ^ SIGN); }
fn fMul(a: F, b: F) -> F { return mulBits(a, b); }
fn fDiv(a: F, b: F) -> F { return divBits(a, b); }
fn fSqrt(a: F) -> F { return sqrtBits(a); }
`;

/** What the layers whose values are f32 have in common. */
const OF_FLOATS = /* wgsl */ `
alias F = f32;
fn fConst(bits: u32) -> F { return bitcast<f32>(bits); }
fn fBits(a: F) -> u32 { return bitcast<u32>(a); }
fn fSub(a: F, b: F) -> F { return fAdd(a, -b); }
fn fFloor(a: F) -> F { return floor(a); }
fn fCeil(a: F) -> F { return ceil(a); }
fn fMin(a: F, b: F) -> F { return fConst(minBits(fBits(a), fBits(b))); }
fn fMax(a: F, b: F) -> F { return fConst(maxBits(fBits(a), fBits(b))); }
fn fNeg(a: F) -> F { return -a; }
fn fAbs(a: F) -> F { return abs(a); }
fn fLess(a: F, b: F) -> bool { return a < b; }
fn fLessEqual(a: F, b: F) -> bool { return a <= b; }
fn fEqual(a: F, b: F) -> bool { return a == b; }
fn fNumber(n: u32) -> F { return fConst(numberBits(n)); }
fn fWhole(a: F) -> u32 { return wholeBits(fBits(a)); }
fn fCanonical(a: F) -> u32 {
  let bits = fBits(a);
  return select(bits, NOT_A_NUMBER, (bits & MAGNITUDE) > INFINITE);
}
`;

/**
 * Each operation is one `fma` with a number that the compiler does not know. It rounds once, whether the adapter fuses
 * it or not, and nothing is left to fuse or to reorder.
 */
const FMA = /* wgsl */ `
fn fOf(bits: u32) -> F { return bitcast<f32>(bits); }
fn fAdd(a: F, b: F) -> F { return fma(a, opaque.one, b); }
fn fMul(a: F, b: F) -> F { return fma(a, b, opaque.minusZero); }
fn fDiv(a: F, b: F) -> F { return fOf(divBits(fBits(a), fBits(b))); }
fn fSqrt(a: F) -> F { return fOf(sqrtBits(fBits(a))); }
`;

/** No number is subnormal, unless `fBad` is set: operands are checked where they are read, and results for being tiny. */
const FLUSH = /* wgsl */ `
var<private> fBad = false;

fn fOf(bits: u32) -> F {
  fBad = fBad | ((bits & MAGNITUDE) - 1u < FRACTION);
  return bitcast<f32>(bits);
}
fn fAdd(a: F, b: F) -> F {
  let sum = fma(a, opaque.one, b);
  fBad = fBad | ((abs(sum) < 0x1p-100f) & (a != -b));
  return sum;
}
fn fMul(a: F, b: F) -> F {
  let product = fma(a, b, opaque.minusZero);
  fBad = fBad | ((abs(product) < 0x1p-100f) & (a != 0f) & (b != 0f));
  return product;
}
fn fDiv(a: F, b: F) -> F {
  let q = quotientBits(fBits(a), fBits(b));
  let known = isKnown(fBits(a), fBits(b));
  fBad = fBad | !(q.isSure | known);
  // Where SwiftShader knows an operand, it takes 0 / b and a / infinity for 0.
  let ofKnown = fma(a, opaque.one, opaque.minusZero) / fma(b, opaque.one, opaque.minusZero);
  return select(bitcast<f32>(q.bits), ofKnown, known);
}
fn fSqrt(a: F) -> F {
  let known = hasKnownRoot(fBits(a));
  return select(bitcast<f32>(rootBits(fBits(a))), sqrt(a), known);
}
`;

/** Quotients and roots of numbers that are neither 0, subnormal, infinite nor NaN. */
const NORMAL_QUOTIENT = /* wgsl */ `
// Whether the operands and the result are normal too.
struct Quotient { bits: u32, isSure: bool }

fn quotientBits(a: u32, b: u32) -> Quotient {
  let x = a & MAGNITUDE;
  let y = b & MAGNITUDE;
  let m = (x & FRACTION) | HIDDEN;
  let n = (y & FRACTION) | HIDDEN;
  let isSmall = m < n;
  // The exponent of the result, less 1, at its place. The quotient has its leading bit there.
  let before = (x & INFINITE) - (y & INFINITE) + select(0x3f000000u, 0x3e800000u, isSmall);
  let q = quotientOf(m, n, isSmall);
  let bits = ((a ^ b) & SIGN) | (before + q.x + select(0u, 1u, 2u * q.y > n));
  return Quotient(bits, (min(x, y) >= HIDDEN) & (before < 0x7f000000u));
}

fn rootBits(a: u32) -> u32 {
  let isOdd = (a & HIDDEN) == 0u;
  let q = rootOf((a & FRACTION) | HIDDEN, isOdd);
  let half = ((a & INFINITE) + select(0x3f800000u, 0x3f000000u, isOdd)) >> 1u;
  return half - HIDDEN + q.x + select(0u, 1u, q.y > q.x);
}
`;

const FLAG = /* wgsl */ `
var<private> fBad = false;

// Whether the bits are those of a number from 2^-100 up to below 2^127. No rounding of subnormal operands or results can
// have led to such a sum or product, except for an operand that was taken for 0.
fn isSure(bits: u32) -> bool { return (bits & MAGNITUDE) - 0x0d800000u < 0x71800000u; }

// As isKnown, knownSum and knownProduct, which together would measure the operands twice.
fn fAdd(a: F, b: F) -> F {
  let native = bitcast<u32>(fma(bitcast<f32>(a), opaque.one, bitcast<f32>(b)));
  let x = a & MAGNITUDE;
  let y = b & MAGNITUDE;
  let cancels = a == (b ^ SIGN);
  let known = cancels | (min(x, y) == 0u) | (max(x, y) >= INFINITE);
  fBad = fBad | !(isSure(native) | known);
  let none = select(0u, NOT_A_NUMBER, x >= INFINITE);
  return select(native, select(select(a, b, y > x), none, cancels), known);
}
fn fSub(a: F, b: F) -> F { return fAdd(a, b ^ SIGN); }
fn fMul(a: F, b: F) -> F {
  let native = bitcast<u32>(fma(bitcast<f32>(a), bitcast<f32>(b), opaque.minusZero));
  let x = a & MAGNITUDE;
  let y = b & MAGNITUDE;
  let top = max(x, y);
  let hasZero = min(x, y) == 0u;
  let isLarge = top >= INFINITE;
  let known = hasZero | isLarge;
  fBad = fBad | !(isSure(native) | known);
  let large = select(top, NOT_A_NUMBER, hasZero);
  return select(native, ((a ^ b) & SIGN) | select(0u, large, isLarge), known);
}
fn fDiv(a: F, b: F) -> F {
  let q = quotientBits(a, b);
  let known = isKnown(a, b);
  fBad = fBad | !(q.isSure | known);
  return select(q.bits, knownQuotient(a, b), known);
}
fn fSqrt(a: F) -> F {
  let known = hasKnownRoot(a);
  fBad = fBad | !((a >= HIDDEN) | known);
  return select(rootBits(a), knownRoot(a), known);
}
`;

/**
 * Returns the WGSL code of a layer. Its names begin with `f` or are spelled out in this file.
 *
 * @param opaque attributes of the uniform buffer with the contents of `OPAQUE`. The soft layer does not declare it
 */
export function arithmetic(layer: Layer, opaque = '@group(0) @binding(0)'): string {
  const common = CONSTANTS + INTEGERS;
  if (layer === 'soft') return common + OF_BITS + SOFT_QUOTIENT + DIVISION + SOFT;
  const uniform = /* wgsl */ `
struct Opaque { one: f32, minusZero: f32 }
${opaque} var<uniform> opaque: Opaque;
`;
  const native = common + uniform + NATIVE_QUOTIENT;
  if (layer === 'fma') return native + DIVISION + OF_FLOATS + FMA;
  return native + NORMAL_QUOTIENT + (layer === 'flush' ? OF_FLOATS + FLUSH : OF_BITS + FLAG);
}
