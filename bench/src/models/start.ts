import { createWorld, type Scenario } from '@skein/core';
import { byId } from '../by-id.ts';

/** The positions of a world's agents at tick 0, in the order of their ids. */
export interface ModelStart {
  readonly count: number;
  /** The edge of the torus, which starts at 0 along x and y, in m. */
  readonly edge: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly vx: Float32Array;
  readonly vy: Float32Array;
  readonly species: Uint8Array;
}

/** A model as you would write it by hand: plain loops over typed arrays, on one thread. */
export interface PlainModel {
  readonly x: Float32Array;
  readonly y: Float32Array;
  step(): void;
}

/** @throws Error unless the world is a square torus in the plane that starts at 0 */
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

/** Wraps a value into [0, edge). */
export function onto(value: number, edge: number): number {
  if (value >= edge) return value - edge;
  return value < 0 ? value + edge : value;
}

/** A generator of uniform random numbers from 0 to 1: xorshift with 32 bits, by Marsaglia 2003. */
export function createRandom(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
