import { expect } from 'vitest';
import { STATUS } from '../../src/world/status.ts';
import type { World } from '../../src/world/world.ts';
import { agentsOf } from './naive-neighbors.ts';

/**
 * The present state is in cell order: `id` and `slot` are inverse, every cell holds its agents from
 * cellStart on, the dead come last, and who shares a cell stands in the order of `before`, the ids of
 * the state before.
 */
export function checkSorted(world: World, before: readonly number[]): void {
  const { id, slot, status } = world.views;
  const { cells } = world.handle.plan.grid;
  const { cellStart } = world.front;
  const rankOf = new Map(before.map((one, rank) => [one, rank]));
  let last = { cell: -1, rank: -1 };
  const found = new Uint32Array(cells + 1);
  agentsOf(world).forEach((agent, place) => {
    if (slot[id[place]] !== place) {
      expect.fail(`slot[${id[place]}] is ${slot[id[place]]}, and its place ${place}`);
    }
    const cell = status[place] === STATUS.dead ? cells : agent.cell;
    const rank = rankOf.get(agent.id) ?? -1;
    found[cell]++;
    if (rank < 0) expect.fail(`id ${agent.id} was not there before, or is there twice`);
    rankOf.delete(agent.id);
    if (cell < last.cell || (cell === last.cell && rank < last.rank)) {
      expect.fail(`place ${place} (id ${agent.id}, cell ${cell}) is out of order`);
    }
    last = { cell, rank };
  });
  expect(rankOf.size, 'ids that are lost').toBe(0);
  let place = 0;
  for (let cell = 0; cell <= cells; cell++) {
    if (cellStart[cell] !== place) {
      expect.fail(`cellStart[${cell}] is ${cellStart[cell]}, expected ${place}`);
    }
    place += found[cell];
  }
  expect(cellStart[cells + 1], 'the end of the dead').toBe(place);
}
