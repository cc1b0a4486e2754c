import type { World } from '@skein/core';
// d3, because its color scales look evenly spaced, and people with color blindness can read them.
import { interpolateViridis } from 'd3-scale-chromatic';
// fast-png, because it is small, maintained, and runs wherever Node does.
import { encode } from 'fast-png';

/**
 * The intended length of the longer edge of a picture, in pixels. If the longer edge of a field has at most half this
 * number of cells, each cell covers several pixels.
 */
const EDGE = 512;

const COLORS = Array.from({ length: 256 }, (_, k) => {
  const color = interpolateViridis(k / 255);
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
});

/**
 * Draws a scalar field in the plane, with x to the right and y up. The lowest value is dark, and the highest value is
 * bright. The metadata of the picture contains both values.
 *
 * @returns the bytes of a PNG file
 */
export function fieldPicture(world: World, name: string): Uint8Array {
  const { values, cells } = world.views.fields[name];
  const [columns, rows] = cells;
  const zoom = Math.max(1, Math.floor(EDGE / Math.max(columns, rows)));
  const [width, height] = [zoom * columns, zoom * rows];
  const [least, greatest] = rangeOf(values);
  const share = greatest > least ? 255 / (greatest - least) : 0;
  const data = new Uint8Array(3 * width * height);
  for (let y = 0; y < height; y++) {
    const row = rows - 1 - Math.floor(y / zoom);
    for (let x = 0; x < width; x++) {
      const value = values[row * columns + Math.floor(x / zoom)];
      data.set(COLORS[Math.round((value - least) * share)], 3 * (y * width + x));
    }
  }
  const text = { Description: `Field ${name} at tick ${world.tick}: from ${least} to ${greatest}` };
  return encode({ width, height, data, channels: 3, depth: 8, text });
}

function rangeOf(values: Float32Array): readonly [least: number, greatest: number] {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }
  return [least, greatest];
}
