import { DataTexture, LinearFilter, RepeatWrapping } from 'three';
import { SCALE_BYTES, STEPS } from '../sync/color-scale.ts';
import { HEADING_BYTES, HEADINGS } from '../sync/heading-colors.ts';

/**
 * Creates a texture with two rows of sRGB colors. The first row has the circle of colors for headings, and the second
 * row has the color scale.
 */
export function paletteTexture(): DataTexture {
  const width = Math.max(HEADINGS, STEPS);
  const bytes = new Uint8Array(8 * width).fill(255);
  for (let i = 0; i < HEADINGS; i++) bytes.set(HEADING_BYTES.subarray(3 * i, 3 * i + 3), 4 * i);
  for (let i = 0; i < STEPS; i++) {
    bytes.set(SCALE_BYTES.subarray(3 * i, 3 * i + 3), 4 * (width + i));
  }
  const texture = new DataTexture(bytes, width, 2);
  texture.wrapS = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}
