import type { Triangles } from '../../src/ground/index.ts';
import { randomOf } from '../helpers/random-of.ts';

type Vec = readonly [x: number, y: number, z: number];

/** A box turned around z by an angle (rad), as three.js makes one: y is up. */
function boxAt(center: Vec, size: Vec, angle = 0): Triangles {
  const corners = Array.from({ length: 8 }, (_, k) => {
    const [x, y, z] = [0, 1, 2].map((axis) => ((k >> axis) & 1 ? 0.5 : -0.5) * size[axis]);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return [center[0] + x * cos - y * sin, center[1] + x * sin + y * cos, center[2] + z];
  });
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return {
    positions: corners.flat(),
    indices: quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]),
  };
}

export function merged(parts: readonly Triangles[]) {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const part of parts) {
    const first = positions.length / 3;
    for (const value of Array.from(part.positions)) positions.push(value);
    for (const index of Array.from(part.indices!)) indices.push(first + index);
  }
  return { positions, indices };
}

/** The rise of the ramp (m), and its length in the plan. */
const [RISE, RUN] = [4, 8];

/** A floor of 30 m x 20 m, a slab 4 m above its left half, and a ramp of 4 m width up to the slab. */
export const LEVEL = merged([
  boxAt([0, -0.25, 0], [30, 0.5, 20]),
  boxAt([-9, RISE - 0.1, 0], [12, 0.2, 20]),
  rampAt(-3, RISE, RUN),
]);

/** A slope without thickness that descends from x by a rise (m) over a run (m). */
function rampAt(x: number, rise: number, run: number): Triangles {
  return {
    positions: [x, rise, -2, x, rise, 2, x + run, 0, 2, x + run, 0, -2],
    indices: [0, 1, 2, 0, 2, 3],
  };
}

/** The height of the level's surface (m) at a place in the plan, nearest to a height. */
export function surfaceAt(x: number, y: number, z: number): number {
  const heights = [0];
  if (x < -3) heights.push(RISE);
  else if (x < -3 + RUN && Math.abs(y) <= 2) heights.push(RISE * (1 - (x + 3) / RUN));
  return heights.reduce((best, one) => (Math.abs(one - z) < Math.abs(best - z) ? one : best));
}

/** A floor with boxes, slopes and slabs at random on it. */
export function randomLevel(seed: number) {
  const random = randomOf(seed);
  const between = (low: number, high: number): number => low + (high - low) * random();
  const place = (): [number, number] => [between(-7, 7), between(-7, 7)];
  const parts = [boxAt([0, -0.25, 0], [18, 0.5, 18])];
  for (let k = 0; k < 14; k++) {
    const [x, z] = place();
    const kind = random();
    if (kind < 0.4) {
      const height = between(0.1, 2.5);
      parts.push(boxAt([x, height / 2, z], [between(0.5, 5), height, between(0.5, 5)]));
    } else if (kind < 0.8) {
      parts.push(
        boxAt([x, between(0, 2), z], [between(2, 8), 0.2, between(1, 5)], between(-0.7, 0.7)),
      );
    } else {
      parts.push(boxAt([x, between(2, 4), z], [between(2, 8), 0.2, between(2, 8)]));
    }
  }
  return merged(parts);
}
