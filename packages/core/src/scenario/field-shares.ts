import type { Scenario } from './schema.ts';

const fround = Math.fround;

/**
 * Returns the value of `diffusion * dt / edge^2` along each axis, where `edge` is the edge of a cell. Along an axis
 * with one cell, the value is 0. Diffusion is stable if the sum of the three values is at most 1/2.
 */
export function sharesOf(
  { fields, bounds, dt }: Pick<Scenario, 'fields' | 'bounds' | 'dt'>,
  index: number,
): [x: number, y: number, z: number] {
  const { cells, diffusion } = fields![index];
  const shares: [number, number, number] = [0, 0, 0];
  if (bounds.type === 'open') return shares;
  cells.forEach((count, axis) => {
    const perMeter = count / (bounds.max[axis] - bounds.min[axis]);
    shares[axis] = count === 1 ? 0 : fround(diffusion * dt * perMeter * perMeter);
  });
  return shares;
}
