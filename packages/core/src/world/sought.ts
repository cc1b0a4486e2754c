import { choosesAim } from '../scenario/aim-keys.ts';
import { definitionOf } from '../scenario/behavior-types.ts';
import { capacityOf } from '../scenario/capacity-of.ts';
import { isLawType } from '../scenario/law-type.ts';
import { neighborRangesOf } from '../scenario/neighbor-ranges.ts';
import type { Behavior, Scenario } from '../scenario/schema.ts';
import { blocksFor, FAN, nodesFor, PARTS, type TreePlan, WORTH_PARTS } from './tree-plan.ts';

/**
 * Plans a tree for each species whose agents are searched in trees. A behavior that chooses the nearest agent of a
 * species searches a tree. So does a behavior that looks for neighbors of a species in trees, not in cells.
 */
export function treesOf(scenario: Scenario): TreePlan[] {
  const trees: TreePlan[] = [];
  let [firstPart, firstTop, firstBlock, firstNode] = [0, 0, 0, 0];
  scenario.species.forEach((one, species) => {
    const { name } = one;
    if (!isSoughtByNearness(scenario, name) && !isSoughtAround(scenario, name)) return;
    const count = capacityOf(one);
    const parts = count < WORTH_PARTS ? 1 : PARTS;
    trees.push({ species, parts, firstPart, firstTop, firstBlock, firstNode });
    firstPart += parts;
    firstTop += Math.ceil(parts / FAN);
    firstBlock += blocksFor(count, parts);
    firstNode += nodesFor(count, parts);
  });
  return trees;
}

function isSoughtByNearness({ species }: Scenario, name: string): boolean {
  const seeks = (behavior: Behavior): boolean => {
    if (!choosesAim(behavior) || behavior.choose === 'assigned') return false;
    return behavior.quarry === name || behavior.second?.quarry === name;
  };
  return species.some(({ behaviors }) => behaviors.some(seeks));
}

function isSoughtAround(scenario: Scenario, name: string): boolean {
  return scenario.species.some(({ behaviors }) =>
    behaviors.some(
      (behavior) => looksInTrees(behavior, scenario) && seenBy(behavior).includes(name),
    ),
  );
}

/**
 * The species that a behavior sees are rare if, together, they have at most 1/RARE of all agents. The behavior may then
 * search trees instead of cells, because cells would hold mostly agents that the behavior does not see.
 */
const RARE = 8;
function hasLaw(type: Behavior['type']): boolean {
  return isLawType(type) || definitionOf(type)?.force !== undefined;
}

/**
 * Whether a behavior finds its neighbors in the trees of the species that it sees, not in cells. Trees are used only if
 * these species are rare.
 */
export function looksInTrees(behavior: Behavior, scenario: Scenario): boolean {
  const seen = seenBy(behavior);
  // The SIMD twins of laws and of ORCA search cells.
  const inCells = behavior.type === 'orca' || hasLaw(behavior.type);
  if (seen.length === 0 || inCells) return false;
  if (neighborRangesOf(behavior, scenario).length === 0) return false;
  let all = 0;
  let rare = 0;
  for (const species of scenario.species) {
    all += capacityOf(species);
    if (seen.includes(species.name)) rare += capacityOf(species);
  }
  return RARE * rare <= all;
}

/** The names of the species that a behavior sees; empty if it sees all species. */
function seenBy(behavior: Behavior): readonly string[] {
  return ('species' in behavior && behavior.species) || [];
}

/** The species that a behavior sees: bit s stands for species s. */
export function maskOf(behavior: Behavior, { species }: Scenario): number {
  const seen = 'species' in behavior ? behavior.species : undefined;
  if (seen === undefined) return 0xffffffff;
  return (
    seen.reduce(
      (mask, name) => mask | (1 << species.findIndex((species) => species.name === name)),
      0,
    ) >>> 0
  );
}
