import { createRuns, neighborRunsInto } from '../../grid/neighbor-runs.ts';
import { shortest } from '../../grid/torus.ts';
import type { State } from '../../world/layout.ts';
import type { ReportPlan } from '../../world/report-plan.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import { isWithin, targetAfter } from './distance.ts';

const fround = Math.fround;

type Near = Extract<ReportPlan, { event: 'near' }>;

/**
 * If a species can have at most this many agents, they are searched one by one. For so few agents, this is faster than
 * searching cells.
 */
const FEW = 16;

/**
 * The search that `isNear` made last: whether it is still valid, and for which agent and species. `least` and `most` as
 * in ReportPlan.
 */
const last = { valid: false, place: -1, species: -1, least: 0, most: 0 };

/** Forgets what `isNear` found. To be called before it is asked about other positions. */
export function forgetSearch(): void {
  last.valid = false;
}

/**
 * Whether the agent at place `i` of the back state is near the target of a report. If the report has no target, the
 * agent must be near another agent of the report's species.
 *
 * @param held whether the agent was near before. If true, the limit is `release` (m); otherwise, it is `distance` (m)
 */
export function isNear(world: SharedWorld, report: Near, i: number, held: boolean): boolean {
  const { target, species, distance, release, least, most } = report;
  const reach = held ? release : distance;
  if (target >= 0) {
    const { x, y, z } = targetAfter(world, target);
    return isWithin(world, i, x, y, z, reach);
  }
  const isSame = last.species === species && last.least === least && last.most === most;
  if (!last.valid || last.place !== i || !isSame) {
    searchWithin(world, species, i, least, most);
    last.valid = true;
    last.place = i;
    last.species = species;
    last.least = least;
    last.most = most;
  }
  return search.nearest >= 0 && search.least <= fround(reach * reach);
}

/**
 * Finds the agent of the report's species that is nearest to the agent at place `i`. Returns the place of the found
 * agent in the back state. If no other agent of the species is within the report's `distance` (m), the result is -1. Of
 * equally near agents, takes the agent with the lowest id.
 */
export function nearestIn(world: SharedWorld, { species, distance }: Near, i: number): number {
  forgetSearch();
  searchWithin(world, species, i, -1, distance);
  return search.nearest;
}

/**
 * Searches the agents of a species within `reach` (m), for the nearest. Stops at any that is within `enough` (m), if
 * that is not negative.
 */
function searchWithin(
  world: SharedWorld,
  species: number,
  i: number,
  enough: number,
  reach: number,
): void {
  search.nearest = -1;
  search.least = fround(reach * reach);
  const isFew = world.plan.species[species].count <= FEW;
  if (isFew) searchFew(world, species, i);
  else searchCells(world, species, i, reach, enough < 0 ? -1 : fround(enough * enough));
}

/** The nearest agent found so far: its place in the back state, and the squared distance (m^2). */
const search = { nearest: -1, least: 0 };

function searchFew({ plan, back }: SharedWorld, species: number, i: number): void {
  const { first, count } = plan.species[species];
  const { x, y, z } = back.position;
  const { edge } = plan.grid;
  for (let index = first; index < first + count; index++) {
    const j = back.slot[index];
    if (j === i || back.status[j] !== STATUS.alive) continue;
    const dx = shortest(fround(x[j] - x[i]), edge[0]);
    const dy = shortest(fround(y[j] - y[i]), edge[1]);
    const dz = shortest(fround(z[j] - z[i]), edge[2]);
    take(back, j, dx, dy, dz);
  }
}

const runs = createRuns();

function searchCells(
  world: SharedWorld,
  species: number,
  i: number,
  reach: number,
  enough: number,
): void {
  const { back } = world;
  const { x, y, z } = back.position;
  neighborRunsInto(runs, afterStep(world), x[i], y[i], z[i], fround(reach), 1 << species);
  for (let run = 0; run < runs.count; run++) {
    const fromX = fround(x[i] - runs.shiftX[run]);
    const fromY = fround(y[i] - runs.shiftY[run]);
    const fromZ = fround(z[i] - runs.shiftZ[run]);
    for (let j = runs.begin[run]; j < runs.end[run]; j++) {
      if (back.species[j] !== species || j === i || back.status[j] !== STATUS.alive) continue;
      take(back, j, fround(x[j] - fromX), fround(y[j] - fromY), fround(z[j] - fromZ));
      if (search.nearest >= 0 && search.least <= enough) return;
    }
  }
}

function take({ id }: State, j: number, dx: number, dy: number, dz: number): void {
  const squared = fround(fround(fround(dx * dx) + fround(dy * dy)) + fround(dz * dz));
  const { nearest, least } = search;
  if (squared > least) return;
  if (squared === least && nearest >= 0 && id[nearest] < id[j]) return;
  search.nearest = j;
  search.least = squared;
}

const views = new WeakMap<State, SharedWorld>();

/**
 * Returns the world as the next step will find it: a copy of `world` whose front state is the back state of `world`.
 * Only for code that reads agents and their cells.
 */
function afterStep(world: SharedWorld): SharedWorld {
  const { back } = world;
  let view = views.get(back);
  if (view === undefined) {
    view = { ...world, front: back, treeTick: -1 };
    views.set(back, view);
  }
  return view;
}
