import type { Scenario } from './schema.ts';

const fround = Math.fround;

/** By axis, diffusion x dt / (edge of a cell)^2: stable as long as the sum is at most 1/2. */
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
