import { createMap, type GridMap } from '../../src/path/map.ts';
import { randomOf } from '../helpers/random-of.ts';

export interface RandomMap {
  readonly map: GridMap;
  /** A number of 0 to `limit` - 1. */
  readonly pick: (limit: number) => number;
}

/** Maps of all kinds by seed: from one cell to some 200, no wall to nearly all, lopsided; level or on slopes. */
export function randomMap(
  seed: number,
  costs: 'uniform' | 'varied',
  ground: 'level' | 'slopes' = 'level',
): RandomMap {
  const random = randomOf(seed);
  const pick = (limit: number) => Math.floor(random() * limit);
  const width = 1 + pick(seed % 7 === 0 ? 3 : 19);
  const height = 1 + pick(seed % 5 === 0 ? 3 : 13);
  const walls = [0, 0.1, 0.25, 0.4, 0.6][pick(5)];
  const dearest = costs === 'uniform' ? 1 : [2, 9, 255][pick(3)];
  const every = costs === 'uniform' ? [1, 3, 255][pick(3)] : 0;
  const cost = Array.from({ length: width * height }, () => {
    if (random() < walls) return 0;
    return every > 0 ? every : 1 + pick(dearest);
  });
  if (ground === 'level') return { map: createMap(width, height, cost), pick };
  const roughness = [0.1, 1, 5][pick(3)];
  const tilt = [0, 0.7, -0.3][pick(3)];
  const slope = {
    up: [0, 1, 2.5, 20][pick(4)],
    down: [0, 1, 0.3][pick(3)],
    steepest: [Infinity, Infinity, 1.2, 0.4][pick(4)],
    height: Float64Array.from(cost, (_, cell) => tilt * (cell % width) + roughness * random()),
  };
  return { map: createMap(width, height, cost, () => {}, slope), pick };
}
