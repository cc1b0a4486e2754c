import type { HeightsInput } from '@skein/core/describe';
import type { Relief } from '@skein/three/parts';
import { Mesh } from 'three';
import type { Brushes } from './brushes.ts';
import { niceLength } from './nice-length.ts';
import { planeOver } from './plane-over.ts';

/** Creates a mesh of the ground that covers the whole height map. */
export async function reliefMesh(
  brushes: Brushes,
  { columns, rows, cellSize, origin }: HeightsInput,
  relief: Relief,
): Promise<Mesh> {
  const [width, height] = [columns, rows].map((points) => Math.max(1, points - 1) * cellSize);
  const center = [origin[0] + width / 2, origin[1] + height / 2] as const;
  const geometry = planeOver(width, height, center, relief);
  geometry.computeBoundingBox();
  const { min, max } = geometry.boundingBox!;
  const range = Math.max(1e-3, max.z - min.z);
  const look = { least: min.z, range, interval: niceLength(range / 8) };
  const material = await brushes.relief(look);
  const mesh = new Mesh(geometry, material);
  mesh.position.set(center[0], center[1], 0);
  return mesh;
}
