/**
 * Sine, cosine, arc tangent, powers and logarithms with the same values on all machines. Engines compute these
 * functions differently. So here they are built from operations that are the same everywhere, and each step rounds to
 * f32. Errors are a few units in the last place.
 *
 * source: the ranges and coefficients are those of Moshier's Cephes library, in the version for single precision
 */
import {
  type FloatLike,
  type FloatNode,
  float,
  number,
  select,
  type UintNode,
} from './expressions.ts';

const QUARTER_TURNS = 2 / Math.PI;
/**
 * A quarter turn (rad) as a sum of three parts. The first two parts have so few bits that their multiples are exact.
 */
const QUARTER_TURN = [1.5703125, 4.837512969970703e-4, 7.549789948768648e-8] as const;

/**
 * Returns a + x (b + x (c + ...)), evaluated from the innermost parenthesis. The coefficients are a, b, c and so on.
 */
function polynomial(x: FloatNode, coefficients: readonly number[]): FloatNode {
  return coefficients.reduceRight<FloatNode>(
    (sum, one, place) => (place === coefficients.length - 1 ? float(one) : sum.mul(x).add(one)),
    float(0),
  );
}

interface Reduced {
  /** The number of quarter turns nearest to the angle, modulo 4. */
  readonly quadrant: UintNode;
  readonly sine: FloatNode;
  readonly cosine: FloatNode;
}

function reduce(angle: FloatNode): Reduced {
  const turns = angle.mul(QUARTER_TURNS).add(0.5).floor();
  const rest = QUARTER_TURN.reduce<FloatNode>((left, part) => left.sub(turns.mul(part)), angle);
  const square = rest.mul(rest);
  const sine = polynomial(square, [-1.6666654611e-1, 8.3321608736e-3, -1.9515295891e-4])
    .mul(square)
    .mul(rest)
    .add(rest);
  const cosine = polynomial(
    square,
    [4.166664568298827e-2, -1.388731625493765e-3, 2.443315711809948e-5],
  )
    .mul(square)
    .mul(square)
    .sub(square.mul(0.5))
    .add(1);
  const inTurn = turns.sub(turns.mul(0.25).floor().mul(4));
  return { quadrant: inTurn.toUint(), sine, cosine };
}

/**
 * Sine of an angle (rad). Up to 8,000 rad, the error is at most 1e-6. For larger angles, up to 1e10 rad, it is only
 * certain that the result is from -1 to 1.
 */
export function sin(angle: FloatLike): FloatNode {
  const { quadrant, sine, cosine } = reduce(number('sin', angle));
  const value = select(quadrant.bitAnd(1).equal(0), sine, cosine).clamp(-1, 1);
  return select(quadrant.lessThan(2), value, value.negate());
}

/**
 * Cosine of an angle (rad). Up to 8,000 rad, the error is at most 1e-6. For larger angles, up to 1e10 rad, it is only
 * certain that the result is from -1 to 1.
 */
export function cos(angle: FloatLike): FloatNode {
  const { quadrant, sine, cosine } = reduce(number('cos', angle));
  const value = select(quadrant.bitAnd(1).equal(0), cosine, sine).clamp(-1, 1);
  return select(quadrant.add(1).bitAnd(3).lessThan(2), value, value.negate());
}

/**
 * Angle between the x axis and the direction of the point (x, y), from -pi to pi rad. The result is 0 at the origin.
 */
export function atan2(y: FloatLike, x: FloatLike): FloatNode {
  const [up, along] = [number('atan2', y), number('atan2', x)];
  const [height, width] = [up.abs(), along.abs()];
  const larger = height.max(width);
  const share = select(larger.greaterThan(0), height.min(width).div(larger), 0);
  // Above tan(pi/8) the angle is pi/4 plus the angle of (share - 1) / (share + 1).
  const steep = share.greaterThan(0.4142135679721832);
  const rest = select(steep, share.sub(1).div(share.add(1)), share);
  const square = rest.mul(rest);
  const small = polynomial(
    square,
    [-3.33329491539e-1, 1.99777106478e-1, -1.38776856032e-1, 8.05374449538e-2],
  )
    .mul(square)
    .mul(rest)
    .add(rest)
    .add(select(steep, Math.PI / 4, 0));
  const inHalf = select(height.greaterThan(width), float(Math.PI / 2).sub(small), small);
  const turned = select(along.lessThan(0), float(Math.PI).sub(inHalf), inHalf);
  return select(up.lessThan(0), turned.negate(), turned);
}

const MAX_EXPONENT = 88.72283;
const MIN_EXPONENT = -87.33654;

/** e^x. The result is 0 for x below -87.3, and infinite for x above 88.7. */
export function exp(x: FloatLike): FloatNode {
  const power = number('exp', x);
  const exponent = power.clamp(MIN_EXPONENT, MAX_EXPONENT);
  const doublings = exponent.mul(Math.LOG2E).add(0.5).floor().min(127);
  const rest = exponent.sub(doublings.mul(0.693359375)).sub(doublings.mul(-2.1219444e-4));
  const value = polynomial(
    rest,
    [
      5.0000001201e-1, 1.6666665459e-1, 4.1665795894e-2, 8.3334519073e-3, 1.3981999507e-3,
      1.98756915e-4,
    ],
  )
    .mul(rest)
    .mul(rest)
    .add(rest)
    .add(1);
  const scaled = value.mul(doublings.add(127).toUint().shiftLeft(23).fromBits());
  const some = select(power.lessThan(MIN_EXPONENT), 0, scaled);
  return select(power.greaterThan(MAX_EXPONENT), Number.POSITIVE_INFINITY, some);
}

const SMALLEST_NORMAL = 1.1754943508222875e-38;

/**
 * Natural logarithm. The result is -infinity for 0 and for positive numbers below 2^-126, and NaN for negative numbers.
 */
export function log(x: FloatLike): FloatNode {
  const value = number('log', x);
  const bits = value.max(SMALLEST_NORMAL).toBits();
  // Scales the mantissa to between sqrt(1/2) and sqrt(2).
  const mantissa = bits.bitAnd(0x7fffff).bitOr(0x3f000000).fromBits();
  const low = mantissa.lessThan(Math.SQRT1_2);
  const exponent = bits
    .shiftRight(23)
    .toFloat()
    .sub(select(low, 127, 126));
  const rest = select(low, mantissa.add(mantissa), mantissa).sub(1);
  const square = rest.mul(rest);
  const series = polynomial(
    rest,
    [
      3.3333331174e-1, -2.4999993993e-1, 2.0000714765e-1, -1.6668057665e-1, 1.4249322787e-1,
      -1.2420140846e-1, 1.167699874e-1, -1.151461031e-1, 7.0376836292e-2,
    ],
  )
    .mul(rest)
    .mul(square)
    .add(exponent.mul(-2.1219444e-4))
    .sub(square.mul(0.5));
  const found = rest.add(series).add(exponent.mul(0.693359375));
  const finite = select(value.lessThan(Number.POSITIVE_INFINITY), found, value);
  const some = select(value.lessThan(SMALLEST_NORMAL), Number.NEGATIVE_INFINITY, finite);
  return select(value.lessThan(0), Number.NaN, some);
}

/** x^y for x >= 0, computed as exp(y log x). The error grows with the size of y log x. The result is 1 if y is 0. */
export function pow(x: FloatLike, y: FloatLike): FloatNode {
  const power = number('pow', y);
  return select(power.equal(0), 1, exp(power.mul(log(number('pow', x)))));
}
