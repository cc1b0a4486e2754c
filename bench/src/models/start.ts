import { createWorld, type Scenario } from '@skein/core';
import { byId } from '../by-id.ts';

/** The positions of the agents at tick 0, in the order of their ids, with the size of their world. */
export interface ModelStart {
  readonly count: number;
  /** The edge of the torus, in m. The torus starts at 0 along x and y. */
  readonly edge: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly vx: Float32Array;
  readonly vy: Float32Array;
  readonly species: Uint8Array;
}

/** A model as a programmer would write it by hand: with plain loops over typed arrays, on one thread. */
export interface PlainModel {
  readonly x: Float32Array;
  readonly y: Float32Array;
  step(): void;
}

/**
 * Creates the world of a scenario, and returns the state of its agents at tick 0. The bounds must be a square torus in
 * the plane, with its lower corner at 0.
 *
 * @throws Error when the bounds are not a torus. The other conditions are not checked
 */
export function startOf(scenario: Scenario): ModelStart {
  const { bounds } = scenario;
  if (bounds.type !== 'wrap') throw new Error('expected a torus');
  const { views, count } = createWorld(scenario, { maxWorkers: 1, kernel: 'ts' });
  const { id, position, velocity, species } = views;
  return {
    count,
    edge: bounds.max[0],
    x: byId(position.x, id),
    y: byId(position.y, id),
    vx: byId(velocity.x, id),
    vy: byId(velocity.y, id),
    species: byId(Uint8Array.from(species), id),
  };
}

/**
 * Moves a coordinate onto the torus, from 0 up to `edge`. The coordinate may be outside by at most the length of one edge.
 * The result is `edge` only by rounding, for a number just below 0.
 */
export function onto(value: number, edge: number): number {
  if (value >= edge) return value - edge;
  return value < 0 ? value + edge : value;
}

/** Creates a generator of uniform random numbers from 0 to 1. It is the 32-bit xorshift of Marsaglia 2003. */
export function createRandom(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
