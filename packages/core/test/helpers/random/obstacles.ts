import type { Draws, Input } from './draws.ts';
import type { Ground } from './ground.ts';

/** Obstacles of every shape; some keep agents inside, some move and turn. Their names are o0, o1 and so on. */
export function obstacleOf(draws: Draws, name: string | undefined, ground: Ground): Input {
  const { dimensions, place3, velocity3 } = ground;
  const flat = dimensions === 2;
  const center = place3();
  const size = draws.real(0.3, 3);
  const beside = (by: number): number[] =>
    center.map((v, axis) => (flat && axis === 2 ? 0 : v + by * (axis + 1) * size));
  const type = draws.pick(['sphere', 'sphere', 'box', 'box', 'capsule', 'plane', 'polygon']);
  const common = { keep: draws.chance(0.2) ? 'inside' : 'outside' };
  const moving = {
    ...(name !== undefined && { name }),
    ...draws.maybe(0.4, () => ({ velocity: velocity3(3) })),
  };
  const turning = {
    ...draws.maybe(0.4, () => ({ rotation: draws.real(-9, 9) })),
    ...draws.maybe(0.4, () => ({
      angularVelocity: flat ? [0, 0, draws.real(-3, 3)] : [draws.real(-3, 3), 1, -1],
    })),
  };
  if (type === 'box')
    return { type, min: center, max: beside(1), ...common, ...moving, ...turning };
  if (type === 'capsule') {
    return { type, from: center, to: beside(0.7), radius: size, ...common, ...moving, ...turning };
  }
  if (type === 'plane') {
    return { type, point: center, normal: flat ? [size, 1] : [size, 1, -2], ...common };
  }
  if (type === 'polygon' && flat) {
    const [x, y] = center;
    const points = [
      [x, y],
      [x + size, y + 0.2],
      [x + 0.3, y + 1.5 * size],
    ];
    return { type, points, ...moving, ...turning };
  }
  return { type: 'sphere', center, radius: size, ...common, ...moving };
}
