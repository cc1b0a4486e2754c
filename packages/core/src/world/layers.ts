import { neighborRangesOf } from '../scenario/neighbor-ranges.ts';
import { releaseOf } from '../scenario/report-schema.ts';
import { roomOf } from '../scenario/room-of.ts';
import type { Behavior, Scenario } from '../scenario/schema.ts';
import { startsOf } from './extent.ts';
import { looksInTrees } from './sought.ts';

/** What some agents look for: agents of some species, within a radius. */
export interface Look {
  /** How many agents look. */
  readonly agents: number;
  /** The species that they look for: bit s stands for species s. */
  readonly mask: number;
  /** How far they look (m). */
  readonly radius: number;
}

/** Species whose agents are stored together, in cells for the search within `radius` (m); 0 if nothing looks for them. */
export interface LayerPlan {
  readonly species: readonly number[];
  readonly radius: number;
}

/** What it costs to visit a row of cells; a candidate in it costs 1. Measured with the flock of the benchmark. */
const ROW_COST = 8;

/**
 * Divides the species into layers, so that looking costs as little as possible, by an estimate. Species that are looked
 * for alike share a layer: a walk then visits each row of cells once for all of them. A species that some agents look
 * for from afar, or that nothing looks for, is kept apart from the others.
 */
export function planLayers(scenario: Scenario): LayerPlan[] {
  const looks = looksOf(scenario);
  const kinds = new Map<string, number[]>();
  scenario.species.forEach((_, species) => {
    const seenBy = looks.filter((look) => sees(look, [species])).map((look) => looks.indexOf(look));
    const alike = kinds.get(String(seenBy));
    if (alike === undefined) kinds.set(String(seenBy), [species]);
    else alike.push(species);
  });
  let layers = [...kinds.values()].map((species) => estimate(scenario, looks, species));
  for (let merged = true; merged; ) {
    merged = false;
    for (const [k, one] of layers.entries()) {
      for (const other of layers.slice(k + 1)) {
        const both = [...one.species, ...other.species].sort((a, b) => a - b);
        const joined = estimate(scenario, looks, both);
        if (merged || joined.cost > one.cost + other.cost) continue;
        layers = [...layers.filter((each) => each !== one && each !== other), joined];
        merged = true;
      }
      if (merged) break;
    }
  }
  return layers
    .sort((a, b) => a.species[0] - b.species[0])
    .map(({ species, radius }) => ({ species, radius: radius || nearDistance(scenario) }));
}

function sees({ mask }: Look, species: readonly number[]): boolean {
  return species.some((index) => ((mask >>> index) & 1) === 1);
}

/** How behaviors look for neighbors in cells. */
function looksOf(scenario: Scenario): Look[] {
  const looks = new Map<string, Look>();
  const add = (agents: number, seen: readonly string[] | undefined, radius: number): void => {
    if (!(radius > 0)) return;
    const mask = maskOfNames(scenario, seen);
    const key = `${mask} ${radius}`;
    looks.set(key, { agents: agents + (looks.get(key)?.agents ?? 0), mask, radius });
  };
  for (const species of scenario.species) {
    // Behaviors that look alike share a walk.
    const own = new Map<string, [seen: readonly string[] | undefined, range: number]>();
    for (const behavior of species.behaviors) {
      if (looksInTrees(behavior, scenario)) continue;
      for (const [, range] of neighborRangesOf(behavior, scenario)) {
        own.set(`${seenBy(behavior)} ${range}`, [seenBy(behavior), range]);
      }
    }
    for (const [seen, range] of own.values()) add(roomOf(species), seen, range);
  }
  return [...looks.values()];
}

/**
 * The largest distance (m) at which reports look for agents. It determines the cells of layers that no behavior
 * searches. No motion depends on these cells.
 */
function nearDistance({ species }: Scenario): number {
  const reports = species.flatMap((one) => one.reports ?? []);
  return reports.reduce(
    (most, one) =>
      one.type === 'near' && one.species !== undefined ? Math.max(most, releaseOf(one)) : most,
    0,
  );
}

function seenBy(behavior: Behavior): readonly string[] | undefined {
  return 'species' in behavior ? behavior.species : undefined;
}

function maskOfNames({ species }: Scenario, names: readonly string[] | undefined): number {
  if (names === undefined) return 0xffffffff;
  return (
    species.reduce(
      (mask, { name }, index) => (names.includes(name) ? mask | (1 << index) : mask),
      0,
    ) >>> 0
  );
}

/** Finds the radius for which a layer of some species is best made, and what looking for them then costs in a tick. */
function estimate(
  scenario: Scenario,
  looks: readonly Look[],
  species: readonly number[],
): LayerPlan & { readonly cost: number } {
  const looking = looks.filter((look) => sees(look, species));
  let [best, least] = [0, 0];
  for (const { radius } of looking) {
    const cost = costOf(scenario, looking, species, radius);
    if (best > 0 && cost >= least) continue;
    [best, least] = [radius, cost];
  }
  return { species, radius: best, cost: least };
}

function costOf(
  { dimensions, species: all }: Scenario,
  looks: readonly Look[],
  species: readonly number[],
  width: number,
): number {
  const members = species.map((index) => all[index]);
  const agents = members.reduce((sum, one) => sum + roomOf(one), 0);
  const starts = startsOf({ species: members });
  let room = 1;
  for (let axis = 0; axis < dimensions; axis++) {
    const low = starts.reduce((least, { min }) => Math.min(least, min[axis]), Infinity);
    const high = starts.reduce((most, { max }) => Math.max(most, max[axis]), -Infinity);
    room *= Math.max(high - low, width);
  }
  let cost = 0;
  for (const { agents: looking, radius } of looks) {
    const across = 2 * radius + width;
    const [rows, window] =
      dimensions === 2
        ? [across / width, across * (2 * radius + width / 2)]
        : [(across / width) * (across / width), across * across * (2 * radius + width / 2)];
    cost += looking * (ROW_COST * rows + agents * Math.min(1, window / room));
  }
  return cost;
}
