import { capacityOf } from '../scenario/capacity-of.ts';
import { neighborRangesOf } from '../scenario/neighbor-ranges.ts';
import { releaseOf } from '../scenario/report-schema.ts';
import type { Scenario } from '../scenario/schema.ts';
import { type Box, startsOf } from './extent.ts';
import { looksInTrees, maskOf } from './sought.ts';

/** What some agents look for: agents of some species, within a radius. */
interface Look {
  /** How many agents look. */
  readonly agents: number;
  /** The species that they look for: bit s stands for species s. */
  readonly mask: number;
  /** How far they look (m). */
  readonly radius: number;
}

/** Species whose agents are stored together, in cells of their own. */
export interface LayerPlan {
  /** Their places in the scenario, ascending. */
  readonly species: readonly number[];
  /** The distance (m) within which a search needs the fewest cells; 0 if nothing looks for them. */
  readonly radius: number;
  /**
   * About how many agents all searches test in a tick, with rows of cells counted as some agents each, as long as
   * agents are distributed as evenly as at the start; 0 if no behavior looks for them.
   */
  readonly candidates: number;
}

/** The agents of a species, and the box in which they start; undefined if they start in a pool. */
interface Crowd {
  readonly agents: number;
  readonly start: Box | undefined;
}

/** What the estimate depends on. */
interface Scene {
  readonly dimensions: 2 | 3;
  readonly looks: readonly Look[];
  readonly crowds: readonly Crowd[];
}

/** What it costs to visit a row of cells, roughly, if a candidate in it costs 1: some 10 ns to 1.25 ns. */
const ROW_COST = 8;
/** How wide cells may be, as multiples of the radius of a look. Where agents are sparse, wide cells need fewer rows. */
const WIDTHS = [1, 2, 3];
/** What wide cells must save in a tick, in the same units as ROW_COST. Small worlds gain nothing that can be measured. */
const WORTH_WIDER = 100_000;

/**
 * Divides the species of a scenario into layers, so that looking costs as little as possible, by an estimate. Behaviors
 * that look for a rare species search a tree instead, and do not count. Species that are looked
 * for alike share a layer: a walk then visits each row of cells once for all of them. A species that some agents look
 * for from afar, or that nothing looks for, is kept apart from the others.
 */
export function planLayers(scenario: Scenario): LayerPlan[] {
  const looks = looksOf(scenario);
  const crowds = scenario.species.map((one) => {
    return { agents: capacityOf(one), start: startsOf({ species: [one] })[0] };
  });
  const scene = { dimensions: scenario.dimensions, looks, crowds };
  const alike = new Map<string, number[]>();
  for (const species of scenario.species.keys()) {
    const key = looks.map((look) => sees(look, [species])).join();
    alike.set(key, [...(alike.get(key) ?? []), species]);
  }
  let layers = [...alike.values()].map((species) => estimate(scene, species));
  for (let next = join(scene, layers); next !== undefined; ) {
    layers = next;
    next = join(scene, layers);
  }
  return layers
    .sort((a, b) => a.species[0] - b.species[0])
    .map((layer) => ({ ...layer, radius: layer.radius || nearDistance(scenario) }));
}

/** Joins the first two layers that cost no more together than apart; undefined if there are none. */
function join(scene: Scene, layers: readonly LayerPlan[]): LayerPlan[] | undefined {
  for (const [k, layer] of layers.entries()) {
    for (const other of layers.slice(k + 1)) {
      const species = [...layer.species, ...other.species].sort((a, b) => a - b);
      const both = estimate(scene, species);
      if (both.candidates > layer.candidates + other.candidates) continue;
      return [...layers.filter((each) => each !== layer && each !== other), both];
    }
  }
  return undefined;
}

function sees({ mask }: Look, species: readonly number[]): boolean {
  return species.some((index) => ((mask >>> index) & 1) === 1);
}

/** How behaviors look for neighbors in cells. */
function looksOf(scenario: Scenario): Look[] {
  const looks = new Map<string, Look>();
  for (const species of scenario.species) {
    // Behaviors that look alike share a walk.
    const own = new Set<string>();
    for (const behavior of species.behaviors) {
      if (looksInTrees(behavior, scenario)) continue;
      const mask = maskOf(behavior, scenario);
      for (const [, radius] of neighborRangesOf(behavior, scenario)) {
        const key = `${mask} ${radius}`;
        if (!(radius > 0) || own.has(key)) continue;
        own.add(key);
        const agents = capacityOf(species) + (looks.get(key)?.agents ?? 0);
        looks.set(key, { agents, mask, radius });
      }
    }
  }
  return [...looks.values()];
}

/**
 * The largest distance (m) at which reports look for agents. It determines the cells of layers that no behavior
 * searches. No motion depends on these cells.
 */
function nearDistance({ species }: Scenario): number {
  const reports = species.flatMap((species) => species.reports ?? []);
  return reports.reduce(
    (most, report) =>
      report.type === 'near' && report.species !== undefined
        ? Math.max(most, releaseOf(report))
        : most,
    0,
  );
}

/** Finds the radius for which a layer of some species is best made, and what looking for them then costs in a tick. */
function estimate(scene: Scene, species: readonly number[]): LayerPlan {
  let [best, least] = [0, 0];
  for (const { radius } of scene.looks.filter((look) => sees(look, species))) {
    for (const factor of WIDTHS) {
      const cost = costOf(scene, species, factor * radius);
      const most = factor === 1 ? least : least - WORTH_WIDER;
      if (best > 0 && cost >= most) continue;
      [best, least] = [factor * radius, cost];
    }
  }
  return { species, radius: best, candidates: least };
}

/** What looking for some species costs in a tick if they are in cells for the search within `width` (m). */
function costOf(
  { dimensions, looks, crowds }: Scene,
  species: readonly number[],
  width: number,
): number {
  let agents = 0;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const index of species) {
    const { agents: own, start } = crowds[index];
    agents += own;
    for (let axis = 0; axis < 3 && start !== undefined; axis++) {
      low[axis] = Math.min(low[axis], start.min[axis]);
      high[axis] = Math.max(high[axis], start.max[axis]);
    }
  }
  let volume = 1;
  for (let axis = 0; axis < dimensions; axis++) volume *= Math.max(high[axis] - low[axis], width);
  let cost = 0;
  for (const look of looks) {
    if (!sees(look, species)) continue;
    const across = 2 * look.radius + width;
    const deep = dimensions === 2 ? 1 : across;
    const rows = (across * deep) / (dimensions === 2 ? width : width * width);
    const window = across * deep * (2 * look.radius + width / 2);
    cost += look.agents * (ROW_COST * rows + agents * Math.min(1, window / volume));
  }
  return cost;
}
