import { Fn, float, int, uint, uniformArray, vec2, vec3, vec4 } from 'three/tsl';
import type { Node } from 'three/webgpu';
import type { Kinds } from '../particles/kinds.ts';

/** The birth of a particle, from which its flight is computed. */
export interface NodeBirth {
  readonly place: Node<'vec3'>;
  readonly velocity: Node<'vec3'>;
  readonly tick: Node<'uint'>;
  /** The key from which the random walk of the particle is computed. */
  readonly key: Node<'uint'>;
  readonly kind: Node<'uint'>;
}

/** The drawn moment: a tick, and a fraction of a tick after it. */
export interface NodeClock {
  readonly tick: Node<'uint'>;
  readonly alpha: Node<'float'>;
}

/**
 * Nodes that compute the position, size and speed of a particle, with the formulas of FLIGHT_SHADER. `dt` is the
 * duration of a tick, in s. In a flat world, the random walk does not move particles along z.
 */
export class NodeFlight {
  readonly #clock: NodeClock;
  readonly #dt: number;
  readonly #depth: number;
  readonly #flights: ReturnType<typeof uniformArray<'vec4'>>;
  readonly #walks: ReturnType<typeof uniformArray<'float'>>;

  constructor(kinds: Kinds, clock: NodeClock, dt: number, isFlat: boolean) {
    this.#clock = clock;
    this.#dt = dt;
    this.#depth = isFlat ? 0 : 1;
    this.#flights = uniformArray<'vec4'>(kinds.flights, 'vec4');
    this.#walks = uniformArray<'float'>(kinds.walks, 'float');
  }

  /**
   * Computes x, y, z and the radius of a particle, in m. The radius is 0 before the particle is born and after it has
   * faded.
   */
  particle({ place, velocity, tick, key, kind }: NodeBirth): Node<'vec4'> {
    const age = int(this.#clock.tick.sub(tick));
    const [radius, attenuation, damping, gravity] = this.#flightOf(kind);
    const t = float(age).add(this.#clock.alpha).mul(this.#dt).toVar();
    const z = damping.mul(t).toVar();
    const walk = this.#walks.element(kind) as unknown as Node<'float'>;
    const cubed = t.mul(t).mul(t);
    const spread = walk.mul(cubed.mul(squaredFlight(z)).div(240).sqrt()).div(32768);
    const m = t.div(t.add(1)).toVar();
    const squared = m.mul(m);
    const turn = vec2(float(1).sub(squared), m.mul(2)).div(squared.add(1)).mul(spread).toVar();
    const drift = vec3(
      turn.dot(mixed(key, uint(0x9e3779b1))),
      turn.dot(mixed(key, uint(0x85ebca77))),
      turn.dot(mixed(key, uint(0xc2b2ae3d))).mul(this.#depth),
    );
    const fallen = vec3(0, gravity.mul(t).mul(t).mul(fall(z)), 0);
    const now = place
      .add(velocity.mul(t.mul(meanDecay(z))))
      .add(drift)
      .sub(fallen);
    const left = attenuation.mul(t).negate().exp().toVar();
    const isGone = age.lessThan(0).or(left.lessThan(1 / 256));
    return vec4(now, isGone.select(float(0), radius.mul(left)));
  }

  /**
   * Computes the speed of a particle in m/s, without its random walk. The parameter `left` is the fraction of the
   * particle's radius that remains, 1 at birth. The age of the particle is computed from this fraction.
   */
  speed({ velocity, kind }: NodeBirth, left: Node<'float'>): Node<'float'> {
    const [, attenuation, damping, gravity] = this.#flightOf(kind);
    const t = left.log().negate().div(attenuation).toVar();
    const z = damping.mul(t).toVar();
    const falling = vec3(0, gravity.mul(t).mul(meanDecay(z)), 0);
    return velocity.mul(z.negate().exp()).sub(falling).length();
  }

  #flightOf(kind: Node<'uint'>): Node<'float'>[] {
    const flight = this.#flights.element(kind) as unknown as Node<'vec4'>;
    return [flight.x, flight.y, flight.z, flight.w];
  }
}

/** (1 - e^-z) / z */
const meanDecay = Fn(([z]: [Node<'float'>]) => {
  const closed = float(1).sub(z.negate().exp()).div(z);
  return z.greaterThan(0.5).select(closed, decaying(z, [2, 3, 4, 5, 6, 7]));
});

/**
 * Returns how far a body falls under damping, as a multiple of gravity * t^2: (z - 1 + e^-z) / z^2. Here t is the time
 * of the fall, and `z` is damping * t.
 */
const fall = Fn(([z]: [Node<'float'>]) => {
  const closed = float(1).sub(meanDecay(z)).div(z);
  return z.greaterThan(0.5).select(closed, decaying(z, [3, 4, 5, 6, 7, 8]).mul(0.5));
});

/**
 * Computes the integral of ((1 - e^(-d*s)) / d)^2 over s from 0 to t, divided by t^3. Here d is the damping, s is a
 * time, and t is the whole time of the flight. The parameter `z` is d*t.
 */
const squaredFlight = Fn(([z]: [Node<'float'>]) => {
  const both = meanDecay(z.mul(2)).sub(meanDecay(z).mul(2)).add(1);
  const terms = [1 / 3, 1 / 4, 7 / 60, 1 / 24, 31 / 2520, 1 / 320, 127 / 181440, 17 / 120960];
  const series = terms.reduceRight<Node<'float'>>(
    (rest, term) => float(term).sub(z.mul(rest)),
    float(0),
  );
  return z.greaterThan(0.5).select(both.div(z.mul(z)), series);
});

/** Computes 1 - z/a (1 - z/b (1 - ...)), where a, b and so on are the divisors. */
function decaying(z: Node<'float'>, divisors: readonly number[]): Node<'float'> {
  return divisors.reduceRight<Node<'float'>>(
    (rest, divisor) => float(1).sub(z.div(divisor).mul(rest)),
    float(1),
  );
}

/** Returns a hash of `key`: two signed 16-bit numbers. */
const mixed = Fn(([key, multiplier]: [Node<'uint'>, Node<'uint'>]) => {
  const product = key.mul(multiplier).toVar();
  const bits = product
    .bitXor(product.shiftRight(uint(15)))
    .mul(uint(0x27d4eb2f))
    .toVar();
  const word = int(bits.bitXor(bits.shiftRight(uint(15)))).toVar();
  return vec2(float(word.shiftRight(int(16))), float(word.shiftLeft(int(16)).shiftRight(int(16))));
});
