import type { Shape } from '@skein/three/parts';
import { Box3, Vector3 } from 'three';
import { fetchOwn } from '../../files/fetch-own.ts';
import { readGlb } from './glb.ts';
import { type Corner, trianglesOf } from './model-triangles.ts';

/**
 * The maximum size of the file of a model, in bytes. It exceeds the size of a model with the maximum number of
 * triangles, to leave space for parts that are ignored.
 */
const MAX_BYTES = 4 * 2 ** 20;
/** The minimum length of a model, in m. It is used for a model whose points all coincide. */
const MIN_LENGTH = 1e-6;

/**
 * A model that can be drawn as the body of agents. `shape` is one unit long, and one unit stands for `length` meters.
 */
export interface Model {
  readonly shape: Shape;
  readonly length: number;
}

/**
 * Fetches a model from the page's own host.
 *
 * @throws ModelError when the model is not valid; Error when the address is on another host, or the fetch fails
 */
export async function loadModel(address: string): Promise<Model> {
  const file = await fetchOwn(address, MAX_BYTES);
  return modelOf(trianglesOf(readGlb(new Uint8Array(await file.arrayBuffer()))));
}

/** Turns the triangles of a model into a shape that has the colors of the model. */
export function modelOf(corners: readonly Corner[]): Model {
  const { x, y, z } = new Box3()
    .setFromPoints(corners.map(({ place }) => place))
    .getSize(new Vector3());
  const length = Math.max(x, y, z, MIN_LENGTH);
  const numbers = corners.flatMap(({ place, color }) => {
    const { r, g, b } = color.clone().convertLinearToSRGB();
    return [place.x / length, place.y / length, place.z / length, 0, r, g, b];
  });
  const vertices = Float32Array.from(numbers);
  const still = { flap: 0, wave: 0, rate: 0 };
  const shape = { ...still, vertices, bank: 1, tint: 0.03, scale: 1, least: 0, pixels: 6 };
  return { shape, length };
}
