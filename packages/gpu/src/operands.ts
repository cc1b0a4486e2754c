/** Bits of numbers at the ends of what f32 holds, and around powers of two. */
const SPECIAL = [
  0x00000000, 0x00000001, 0x00000010, 0x007fffff, 0x00800000, 0x00800001, 0x0d7fffff, 0x0d800000,
  0x1ffffff0, 0x20000000, 0x33800000, 0x34000000, 0x3effffff, 0x3f000000, 0x3f7fffff, 0x3f800000,
  0x3f800001, 0x40000000, 0x4b000000, 0x4b800000, 0x4e7fffff, 0x4effffff, 0x4f000000, 0x4f7fffff,
  0x4f800000, 0x5f7fffff, 0x7effffff, 0x7f000000, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fc00000,
];
const SIGN = 0x80000000;

/** Random bits of a seed. */
function bitsOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let bits = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
    return (bits ^ (bits >>> 16)) >>> 0;
  };
}

const number = new Float32Array(1);
const word = new Uint32Array(number.buffer);

function wordOf(value: number): number {
  number[0] = value;
  return word[0];
}

/**
 * Returns bits of operands x, y and z for which arithmetic is hard, `count` triples one after the other. There are
 * sums and products halfway between two numbers, results at the ends of the range, subnormal numbers and NaN.
 */
export function hardOperands(count: number, seed: number): Uint32Array {
  const next = bitsOf(seed);
  const below = (end: number): number => next() % end;
  /** A number with the exponent of `exponent`, limited to what f32 holds, and random other bits. */
  const withExponent = (exponent: number, mask = 0x7fffff): number =>
    ((next() & (SIGN | mask)) | (Math.min(Math.max(exponent, 0), 254) << 23)) >>> 0;
  const near = (bits: number): number => (bits + below(3) - 1) >>> 0;
  const special = (): number => (SPECIAL[below(SPECIAL.length)] | (next() & SIGN)) >>> 0;
  const ordinary = (): number => withExponent(107 + below(33));
  const kinds: readonly (() => readonly [x: number, y: number, z: number])[] = [
    () => [next(), next(), next()],
    () => [special(), special(), special()],
    () => {
      const both = [special(), next()];
      return below(2) === 0 ? [both[0], both[1], special()] : [both[1], both[0], next()];
    },
    () => [ordinary(), ordinary(), ordinary()],
    () => {
      // Almost equal, or opposite.
      const x = withExponent(below(255));
      return [x, (near(x) ^ (next() & SIGN)) >>> 0, near(x)];
    },
    () => {
      // Half a unit of the other, or about half.
      const exponent = 30 + below(190);
      const half = withExponent(exponent - 20 - below(8), [0, 0x7c0000, 0x7fffff][below(3)]);
      return [withExponent(exponent), half, ordinary()];
    },
    () => {
      const exponent = 30 + below(200);
      return [withExponent(exponent), withExponent(exponent + below(52) - 26), ordinary()];
    },
    () => [withExponent(0), below(2) === 0 ? withExponent(below(3)) : next(), withExponent(0)],
    () => {
      // Products and quotients about as small as a number can be.
      const exponent = below(254);
      const other = below(2) === 0 ? 101 - exponent : exponent + 123;
      return [withExponent(exponent), withExponent(other + below(32)), next()];
    },
    () => {
      // And as large.
      const exponent = below(254);
      const other = below(2) === 0 ? 379 - exponent : exponent - 130;
      return [
        withExponent(exponent),
        withExponent(other + below(6)),
        withExponent(230 + below(25)),
      ];
    },
    () => {
      // Short significands: products halfway between two numbers.
      const mask = 0x7fffff & (0xffffffff << (10 + below(3)));
      return [withExponent(90 + below(70), mask), withExponent(90 + below(70), mask), ordinary()];
    },
    () => {
      // Squares, and numbers next to them.
      const root = 1 + below(0x10000);
      return [near(wordOf(root * root)), wordOf(root), ordinary()];
    },
    () => {
      // Products of whole numbers, which divide without a rest, and numbers next to them.
      const [a, b] = [1 + below(0x1000), 1 + below(0x1000)];
      return [near(wordOf(a * b)), wordOf(a), wordOf(b)];
    },
  ];
  const words = new Uint32Array(3 * count);
  for (let k = 0; k < count; k++) words.set(kinds[k % kinds.length](), 3 * k);
  return words;
}
