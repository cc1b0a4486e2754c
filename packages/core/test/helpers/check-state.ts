import { expect } from 'vitest';
import { binsOf } from '../../src/world/sizes.ts';
import { STATUS } from '../../src/world/status.ts';
import type { World } from '../../src/world/world.ts';
import { agentsOf } from './naive-neighbors.ts';

/**
 * The present state is in cell order: `id` and `slot` are inverse, every cell holds its agents from
 * cellStart on, the dead come last by species, and agents that share a bin keep the order of `before`, the ids
 * of the earlier state; a newborn has the next id of its index.
 */
export function checkSorted(world: World, before: readonly number[]): void {
  const { id, slot, species, status } = world.views;
  const { plan } = world.handle;
  const { cells } = plan.grid;
  const { indexMask } = plan.ids;
  const bins = binsOf(plan);
  const { cellStart } = world.front;
  const rankOf = new Map(before.map((value, rank) => [value & indexMask, rank]));
  const idOf = new Map(before.map((value) => [value & indexMask, value]));
  let last = { cell: -1, rank: -1 };
  const found = new Uint32Array(bins);
  agentsOf(world).forEach((agent, place) => {
    const index = id[place] & indexMask;
    if (slot[index] !== place) {
      expect.fail(`slot[${index}] is ${slot[index]}, and its place ${place}`);
    }
    const isDead = status[place] === STATUS.dead;
    const cell = isDead ? cells + species[place] : agent.cell;
    const rank = rankOf.get(index) ?? -1;
    const was = idOf.get(index)!;
    if (agent.id !== was && (isDead || agent.id !== (was + indexMask + 1) >>> 0)) {
      expect.fail(`index ${index} had the id ${was}, and has ${agent.id}`);
    }
    found[cell]++;
    if (rank < 0) expect.fail(`id ${agent.id} was not there before, or is there twice`);
    rankOf.delete(index);
    if (cell < last.cell || (cell === last.cell && rank < last.rank)) {
      expect.fail(`place ${place} (id ${agent.id}, cell ${cell}) is out of order`);
    }
    last = { cell, rank };
  });
  expect(rankOf.size, 'ids that are lost').toBe(0);
  let place = 0;
  for (let cell = 0; cell < bins; cell++) {
    if (cellStart[cell] !== place) {
      expect.fail(`cellStart[${cell}] is ${cellStart[cell]}, expected ${place}`);
    }
    place += found[cell];
  }
  expect(cellStart[bins], 'the end of the dead').toBe(place);
}
