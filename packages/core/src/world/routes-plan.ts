import { capacityOf } from '../scenario/capacity-of.ts';
import { columnsOf } from '../scenario/grid-map.ts';
import { meshInputOf } from '../scenario/mesh.ts';
import type { Scenario } from '../scenario/schema.ts';

/** How agents share out their searches for routes. */
export interface RoutesPlan {
  /** The maximum number of searches in a tick. */
  readonly perTick: number;
  /** Whether an agent without a route stops while it waits. Otherwise, it goes straight toward its goal. */
  readonly stops: boolean;
}

/**
 * The number of cells, or of polygons, that all searches of a tick may visit together, by default. A cell takes four times
 * as long where no jumps are possible, because cells differ in cost, or slope.
 */
const CELLS_PER_TICK = { alike: 0x400000, varied: 0x100000 };
const POLYGONS_PER_TICK = 0x40000;
/** The minimum of the default number of searches. */
const FEWEST = 16;

/**
 * Plans the searches for routes; undefined if the agents that navigate are so few that all of them may search in each
 * tick.
 */
export function routesPlanOf(scenario: Scenario): RoutesPlan | undefined {
  const { species, routes, map } = scenario;
  const mesh = meshInputOf(scenario);
  const seekers = species.filter(({ behaviors }) =>
    behaviors.some(({ type }) => type === 'navigate'),
  );
  const agents = seekers.reduce((sum, species) => sum + capacityOf(species), 0);
  const share = mesh === undefined ? shareOn(map) : POLYGONS_PER_TICK / mesh.polygons.length;
  const perTick = routes?.perTick ?? Math.max(FEWEST, Math.floor(share));
  return agents <= perTick ? undefined : { perTick, stops: routes?.waiting === 'stop' };
}

function shareOn(map: Scenario['map']): number {
  if (map === undefined) return 0;
  const { rows, legend, slope } = map;
  const costs = new Set(Object.values(legend).filter((cost) => cost !== 'wall'));
  const kind = costs.size > 1 || slope !== undefined ? 'varied' : 'alike';
  return CELLS_PER_TICK[kind] / (rows.length * columnsOf(rows));
}
