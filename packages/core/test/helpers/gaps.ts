import { STATUS } from '../../src/world/status.ts';
import type { World } from '../../src/world/world.ts';

/** The least gap (m) between the bodies of two living agents; negative where they overlap. */
export function leastGap({ views, scenario }: World): number {
  const { x, y, z } = views.position;
  const radius = Array.from(views.species, (index) => scenario.species[index].radius);
  const widest = Math.max(...scenario.species.map((species) => species.radius));
  const order = [...views.status.keys()].filter((i) => views.status[i] === STATUS.alive);
  order.sort((a, b) => x[a] - x[b]);
  let least = Number.POSITIVE_INFINITY;
  for (const [k, i] of order.entries()) {
    for (let m = k + 1; m < order.length; m++) {
      const j = order[m];
      if (x[j] - x[i] - 2 * widest > Math.min(least, 1e9)) break;
      const gap = Math.hypot(x[i] - x[j], y[i] - y[j], z[i] - z[j]) - radius[i] - radius[j];
      least = Math.min(least, gap);
    }
  }
  return least;
}
