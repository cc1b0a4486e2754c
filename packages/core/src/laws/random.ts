import { LAW_STREAMS, STREAM } from '../math/random.ts';
import {
  type FloatNode,
  select,
  typeNameOf,
  type UintLike,
  type UintNode,
  type Vec3Node,
  vec3,
  whole,
} from './expressions.ts';
import { cos, log, sin } from './functions.ts';
import { ExpressionError } from './law-error.ts';

/**
 * Random numbers that depend only on the seed, the tick, the agent, the behavior and the stream. A stream is a whole
 * number from 0 to 255. Two draws from the same stream are equal. A law that draws several numbers must use a different
 * stream for each number.
 */
export interface Random {
  /** A number from 0 to 1, excluding 1, with all values equally likely. */
  uniform(stream?: number): FloatNode;
  /** A normally distributed number with mean 0 and standard deviation 1. */
  normal(stream?: number): FloatNode;
  /** A unit vector, with all directions equally likely. In a world of two dimensions it lies in the plane. */
  direction(stream?: number): Vec3Node;
  /**
   * Returns the random numbers of a given tick, which may differ from the present tick. With `at(0)`, an agent keeps
   * the same numbers for its whole life. For numbers that change smoothly, mix those of `at(epoch)` and
   * `at(epoch.add(1))`.
   */
  at(tick: UintLike): Random;
  /** Returns random numbers that are the same for all behaviors. They differ from those that a behavior has of its own. */
  shared(): Random;
}

interface Drawn {
  readonly seed: UintNode;
  readonly tick: UintNode;
  readonly id: UintNode;
  readonly behavior: UintNode;
  readonly dimensions: UintNode;
}

export function randomOf(of: Drawn): Random {
  const drawn = (stream: number): readonly FloatNode[] => bitsOf(of, stream).map(unit);
  return Object.freeze({
    uniform: (stream = 0) => drawn(stream)[0],
    normal(stream = 0) {
      const [length, angle] = drawn(stream);
      // 1 - u is never 0. source: Box and Muller 1958
      const radius = log(length.negate().add(1)).mul(-2).sqrt();
      return radius.mul(cos(angle.mul(2 * Math.PI)));
    },
    direction(stream = 0) {
      const [height, angle] = drawn(stream);
      const flat = of.dimensions.equal(2);
      const z = select(flat, 0, height.mul(-2).add(1));
      const across = z.mul(z).negate().add(1).max(0).sqrt();
      const turn = angle.mul(2 * Math.PI);
      return vec3(across.mul(cos(turn)), across.mul(sin(turn)), z);
    },
    at: (tick: UintLike) => randomOf({ ...of, tick: whole('random.at', tick) }),
    shared: () => randomOf({ ...of, behavior: whole('random.shared', SHARED) }),
  });
}

/** Stands for the row of a behavior in random numbers that all behaviors share. No world has so many behaviors. */
const SHARED = 0x8000;

const MULTIPLIER = 1664525;
const INCREMENT = 1013904223;

/** Returns four independent sets of 32 random bits. They are the same as those of `randomInto` in math/random.ts. */
function bitsOf({ seed, tick, id, behavior }: Drawn, stream: number): readonly UintNode[] {
  if (!Number.isInteger(stream) || stream < 0 || stream >= LAW_STREAMS) {
    const found = typeof stream === 'number' ? `stream ${stream}` : typeNameOf(stream);
    throw new ExpressionError('random', found, `a whole number from 0 to ${LAW_STREAMS - 1}`);
  }
  const own = behavior.mul(LAW_STREAMS).add(STREAM.laws + stream);
  let [x, y, z, w] = [seed, tick, id, own].map((one) => one.mul(MULTIPLIER).add(INCREMENT));
  const mix = (): void => {
    x = x.add(y.mul(w));
    y = y.add(z.mul(x));
    z = z.add(x.mul(y));
    w = w.add(y.mul(z));
  };
  mix();
  [x, y, z, w] = [x, y, z, w].map((one) => one.bitXor(one.shiftRight(16)));
  mix();
  return [x, y, z, w];
}

/** Converts the upper 24 bits to a number from 0 to 1, excluding 1. */
function unit(bits: UintNode): FloatNode {
  return bits
    .shiftRight(8)
    .toFloat()
    .mul(1 / 0x1000000);
}
