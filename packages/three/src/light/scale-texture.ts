import { DataTexture } from 'three';
import { SCALE_BYTES, STEPS } from '../sync/color-scale.ts';

/** Creates a texture with the sRGB colors of the scale, from low at the left to high at the right. */
export function scaleTexture(): DataTexture {
  const bytes = new Uint8Array(4 * STEPS).fill(255);
  for (let i = 0; i < STEPS; i++) bytes.set(SCALE_BYTES.subarray(3 * i, 3 * i + 3), 4 * i);
  const texture = new DataTexture(bytes, STEPS, 1);
  texture.needsUpdate = true;
  return texture;
}
