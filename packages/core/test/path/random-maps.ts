import { createMap, type GridMap } from '../../src/path/map.ts';
import { randomOf } from '../helpers/random-of.ts';

export interface RandomMap {
  readonly map: GridMap;
  /** A number of 0 to `limit` - 1. */
  readonly pick: (limit: number) => number;
}

/** Maps of all kinds by seed: from one cell to some 200, no wall to nearly all, lopsided. */
export function randomMap(seed: number, costs: 'uniform' | 'varied'): RandomMap {
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
  return { map: createMap(width, height, cost), pick };
}
