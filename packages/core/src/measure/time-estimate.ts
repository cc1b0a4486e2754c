import type { Law } from '../laws/law.ts';
import { lawCost } from '../laws/law-cost.ts';
import { cellCosts, columnsOf } from '../scenario/grid-map.ts';
import { isLawType } from '../scenario/law-type.ts';
import { meshInputOf } from '../scenario/mesh.ts';
import { neighborRangesOf } from '../scenario/neighbor-ranges.ts';
import type { Behavior, BehaviorType, Scenario } from '../scenario/schema.ts';
import { startsOf } from '../world/extent.ts';
import { lawOfBehavior } from '../world/law-plans.ts';
import { routesPlanOf } from '../world/routes-plan.ts';
import { crowdingOf } from './start-crowding.ts';

/** The estimated time that a world takes on one thread, with the SIMD kernel. */
export interface TimeEstimate {
  /** The time to create the world, plus the additional time of its first tick (ms). */
  readonly startMs: number;
  /** The time of a tick (ms), as long as agents are distributed as evenly as at the start. */
  readonly tickMs: number;
}

/**
 * The processor on which the costs were measured. All estimates are for this processor. On any other processor, all
 * times differ by one common factor.
 */
export const ESTIMATED_FOR = 'one core of an AMD EPYC (Zen 4) at 2.6 GHz, Node 20';

/**
 * Estimates the time that a scenario takes, from its agents, map cells, behaviors, and the number of neighbors that its
 * agents see.
 *
 * The estimate is rough, but it distinguishes ticks of 1, 30 and 1,000 ms. Crowds that gather take longer than agents
 * that start far apart, and machines differ in speed.
 */
export function estimateTime(scenario: Scenario): TimeEstimate {
  const ground = groundOf(scenario);
  const total = { start: START, tick: 0 };
  const crowding = crowdingOf(scenario);
  const searches = routesPlanOf(scenario)?.perTick ?? Number.POSITIVE_INFINITY;
  for (const [index, { count, spawn, behaviors, reports = [] }] of scenario.species.entries()) {
    const neighbors = (range: number): number =>
      neighborsIn(scenario, ground.openShare, range, crowding(index, range));
    const random = spawn.type === 'box' || spawn.type === 'sphere';
    const draws = random ? Math.min(MAX_DRAWS, 1 / ground.openShare) : 1;
    total.start += count * (LAID_DOWN + (draws - 1) * DRAWN);
    total.tick += count * (MOVED + (ground.cells > 0 ? KEPT_OUT : 0));
    const passes = { count: 0, range: 0 };
    for (const behavior of behaviors) {
      const range = Math.max(0, ...neighborRangesOf(behavior, scenario).map(([, one]) => one));
      // The three flocking behaviors share one loop over the neighbors.
      if (SUMMED.includes(behavior.type)) {
        passes.count++;
        passes.range = Math.max(passes.range, range);
      }
      const { own, neighbor = 0, resting = 0, moving = 0 } = costOf(behavior, scenario);
      total.tick += count * (own + neighbor * neighbors(range));
      total.tick += count * searchOf(behavior);
      for (const obstacle of scenario.obstacles)
        total.tick += count * (isMoving(obstacle) ? moving : resting);
      if (behavior.type === 'navigate') {
        total.start += Math.min(count, searches) * ground.route;
        const often = oftenIn(scenario, behavior, behavior.interval);
        total.tick += Math.min(count * often, searches) * ground.route;
      }
    }
    total.tick += count * WALKED * neighbors(passes.range) * Math.ceil(passes.count / 3);
    for (const report of reports) {
      if (report.type !== 'near' || report.species === undefined) continue;
      const near = neighbors(report.distance);
      // The cells that are searched reach a little farther.
      const seen = neighbors(2 * report.distance);
      total.tick += (count * SEEN * (seen + 1)) / Math.max(1, near);
      // The first event of each agent names the nearest of all.
      if (near >= 1) total.start += count * SEEN * seen;
    }
  }
  const types = scenario.species.flatMap(({ behaviors }) => behaviors);
  if (types.some(({ type }) => type === 'navigate')) total.start += ground.finder;
  for (const field of fieldsOf(types)) {
    total.start += ground.cells * FIELD;
    total.tick += ground.cells * FIELD * oftenIn(scenario, field, 0);
  }
  total.start += ground.cells * READ;
  return { startMs: total.start / 1e6, tickMs: total.tick / 1e6 };
}

// The following times are in ns, measured with 4,000 agents and a map of 1024 x 1024 cells, a fifth of them walls.
/** The time to create any world, without its agents and its map (ns). */
const START = 3e6;
/**
 * `LAID_DOWN` is the time to create an agent (ns). If the random position of the agent is in a wall, the choice of
 * another position takes `DRAWN` (ns).
 */
const LAID_DOWN = 600;
const DRAWN = 110;
const MAX_DRAWS = 64;
/** `MOVED` is the time to move an agent (ns). `KEPT_OUT` is the time to check for walls around an agent (ns). */
const MOVED = 25;
const KEPT_OUT = 150;
/** The time (ns) per neighbor in the loop that cohesion, alignment and separation share. */
const WALKED = 12;
/** The time per agent that the search for a report `near` looks at (ns). */
const SEEN = 8;
/** The time to search for the nearest agent of a species (ns). */
const SEARCHED = 500;
/**
 * Times per cell, in ns: to read a map (`READ`), to compute a flow field (`FIELD`), and to prepare searches for routes
 * (`FINDER`).
 */
const READ = 60;
const FIELD = 400;
const FINDER = { alike: 350, varied: 120 };
/**
 * The time to search for a route, per cell of the map (ns). `alike` is for maps where all cells have the same cost.
 * There the search is faster, because it jumps over cells.
 */
const ROUTE = { alike: 4, varied: 13 };
/** The time to search for a corridor, per edge of the mesh (ns). */
const MESH_EDGE = 30;

const SUMMED: readonly string[] = ['cohesion', 'alignment', 'separation'];

interface Cost {
  /** The time per agent (ns). */
  readonly own: number;
  /** The time per neighbor that the agent sees (ns). */
  readonly neighbor?: number;
  /** The time per obstacle at rest, and per obstacle that moves or turns (ns). */
  readonly resting?: number;
  readonly moving?: number;
}

/** The costs of behaviors that have hand-written kernels. */
const COST: Partial<Record<BehaviorType, Cost>> = {
  cohesion: { own: 20 },
  alignment: { own: 20 },
  separation: { own: 20 },
  avoidance: { own: 10, resting: 3, moving: 20 },
  context: { own: 400, neighbor: 5, resting: 20, moving: 40 },
  orca: { own: 450, neighbor: 2, resting: 10, moving: 100 },
  flowField: { own: 50 },
  navigate: { own: 400 },
};

/**
 * Two durations in ns. `AIMED` is the time to find what a law aims at. `LEG` is the time to look at one leg of a path,
 * in a search for the nearest point of the path.
 */
const AIMED = 20;
const LEG = 8;
/**
 * Three durations in ns. `own` is the time of one operation that a law does for each agent. `neighbor` is the time of
 * one operation that a law does for each neighbor. `seen` is the time of a visit to a neighbor.
 */
const WORKED_OUT = { own: 1.2, neighbor: 0.6, seen: 8 };

function costOf(behavior: Behavior, scenario: Scenario): Cost {
  const { type } = behavior;
  const known = isLawType(type) ? undefined : COST[type];
  if (known !== undefined) return known;
  const law = lawOfBehavior(behavior, scenario);
  if (law === undefined) return { own: 0 };
  const { operationsPerAgent, operationsPerNeighbor, reductions, walks } = lawCost(law);
  return {
    own: 20 + aimCost(behavior, law, scenario) + WORKED_OUT.own * operationsPerAgent,
    neighbor: WORKED_OUT.seen * walks + WORKED_OUT.neighbor * (operationsPerNeighbor + reductions),
  };
}

function aimCost(behavior: Behavior, { aim }: Law, { paths }: Scenario): number {
  if (aim !== 'path') return AIMED * (aim === 'none' ? 0 : aim === 'two' ? 2 : 1);
  const { path = paths[0].name } = behavior as { path?: string };
  return AIMED + LEG * paths.find(({ name }) => name === path)!.points.length;
}

interface Ground {
  readonly cells: number;
  readonly openShare: number;
  /** Two durations in ns. `finder` is the time to prepare searches for routes. `route` is the time of one search. */
  readonly finder: number;
  readonly route: number;
}

function groundOf(scenario: Scenario): Ground {
  const { map, bounds } = scenario;
  const mesh = meshInputOf(scenario);
  if (mesh !== undefined) {
    const corners = mesh.polygons.reduce((sum, polygon) => sum + polygon.length, 0);
    return { cells: 0, openShare: 1, finder: 0, route: corners * MESH_EDGE };
  }
  if (map === undefined) return { cells: 0, openShare: 1, finder: 0, route: 0 };
  const open = cellCosts(map, bounds).filter((cost) => cost !== 0);
  const cells = map.rows.length * columnsOf(map.rows);
  const kind = open.every((cost) => cost === open[0]) ? 'alike' : 'varied';
  return {
    cells,
    openShare: open.length / cells,
    finder: cells * FINDER[kind],
    route: open.length * ROUTE[kind],
  };
}

function isMoving(obstacle: Scenario['obstacles'][number]): boolean {
  const turn = 'angularVelocity' in obstacle ? obstacle.angularVelocity : undefined;
  return (
    obstacle.motion !== undefined || [obstacle.velocity, turn].some((v) => v?.some((n) => n !== 0))
  );
}

/**
 * Estimates how many agents are within `range` (m) of an agent at the start. This is at least as many as if the agents
 * of all species were spread evenly over the open part of one box.
 *
 * @param counted the number of agents that were found around some agents; NaN if it is unknown
 */
function neighborsIn(
  scenario: Scenario,
  openShare: number,
  range: number,
  counted: number,
): number {
  const { dimensions, species } = scenario;
  if (range === 0) return 0;
  const agents = species.reduce((sum, { count }) => sum + count, 0);
  const boxes = startsOf(scenario);
  if (boxes.length === 0) return 0;
  let volume = dimensions === 2 ? Math.PI : (4 / 3) * Math.PI;
  for (let axis = 0; axis < dimensions; axis++) {
    const low = Math.min(...boxes.map(({ min }) => min[axis]));
    const high = Math.max(...boxes.map(({ max }) => max[axis]));
    // A crowd at one position, or in a line, counts as at least as wide as the range.
    volume *= range / Math.max(high - low, range);
  }
  const found = Number.isNaN(counted) ? 0 : counted;
  return Math.min(agents, Math.max(agents * volume, found) / openShare);
}

function searchOf(behavior: Behavior): number {
  if (!('quarry' in behavior) || typeof behavior.quarry !== 'string') return 0;
  return 'choose' in behavior && behavior.choose === 'assigned' ? 0 : SEARCHED;
}

/** One behavior for each flow field that is needed. Behaviors with the same target share a flow field. */
function fieldsOf(behaviors: readonly Behavior[]): (Behavior & { target?: string | undefined })[] {
  const fields = behaviors.filter(({ type }) => type === 'flowField');
  return [
    ...new Map(fields.map((field) => ['target' in field ? field.target : '', field])).values(),
  ];
}

/**
 * The estimated fraction of ticks in which the goal of a behavior moves to another cell. The estimate counts no more
 * than one such move per `interval` (s).
 */
function oftenIn(
  { map, targets, paths, species, dt }: Scenario,
  behavior: Behavior & { target?: string | undefined; quarry?: string | undefined },
  interval: number,
): number {
  let speed = 0;
  if (behavior.quarry !== undefined) {
    speed = species.find(({ name }) => name === behavior.quarry)?.maxSpeed ?? 0;
  } else {
    const target = targets.find(({ name }) => name === behavior.target) ?? targets[0];
    const motion = target?.motion;
    if (motion?.type === 'path') speed = paths.length > 0 ? motion.speed : 0;
    if (motion?.type === 'orbit') {
      const [x, y] = [0, 1].map((axis) => target.position[axis] - motion.center[axis]);
      speed = Math.abs(motion.rate) * Math.sqrt(x * x + y * y);
    }
  }
  const perTick = Math.min(1, (speed * dt) / (map?.cellSize ?? 1));
  return Math.min(perTick, dt / Math.max(interval, dt));
}
