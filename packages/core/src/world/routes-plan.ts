import { columnsOf } from '../scenario/grid-map.ts';
import { roomOf } from '../scenario/room-of.ts';
import type { Scenario } from '../scenario/schema.ts';

/** How agents share out their searches for routes. */
export interface RoutesPlan {
  /** The maximum number of searches in a tick. */
  readonly perTick: number;
  /** Whether an agent without a route stops while it waits. Otherwise, it goes straight toward its goal. */
  readonly stops: boolean;
}

/** The number of cells, or of polygons, that all searches of a tick may visit together, by default. */
const CELLS_PER_TICK = 0x400000;
const POLYGONS_PER_TICK = 0x40000;
/** The minimum of the default number of searches. */
const FEWEST = 16;

/**
 * Plans the searches for routes; undefined if the agents that navigate are so few that all of them may search in each
 * tick.
 */
export function routesPlanOf({ species, routes, map, mesh }: Scenario): RoutesPlan | undefined {
  const seekers = species.filter(({ behaviors }) =>
    behaviors.some(({ type }) => type === 'navigate'),
  );
  const agents = seekers.reduce((sum, one) => sum + roomOf(one), 0);
  const cells = map === undefined ? 1 : map.rows.length * columnsOf(map.rows);
  const share =
    mesh === undefined ? CELLS_PER_TICK / cells : POLYGONS_PER_TICK / mesh.polygons.length;
  const perTick = routes?.perTick ?? Math.max(FEWEST, Math.floor(share));
  return agents <= perTick ? undefined : { perTick, stops: routes?.waiting === 'stop' };
}
