import { isUnborn } from '../world/ids.ts';
import type { World } from '../world/world.ts';

/**
 * Returns the indices of the agents that have a row in tables, in ascending order. Agents that were never born have no
 * row. Agents of a pool have a row even before they are fired.
 */
export function agentRows({ plan, scenario, views }: World): Uint32Array {
  const isPool = scenario.species.map(({ spawn }) => spawn.type === 'pool');
  const rows = new Uint32Array(plan.agents);
  let count = 0;
  for (let index = 0; index < rows.length; index++) {
    const at = views.slot[index];
    if (isUnborn(plan.ids, views.id[at]) && !isPool[views.species[at]]) continue;
    rows[count++] = index;
  }
  return rows.subarray(0, count);
}

/**
 * Returns the id of the agent with the given index. If no agent has had this index yet, returns the id that the first
 * agent with this index will have.
 */
export function idOfRow({ plan, views }: World, index: number): number {
  const id = views.id[views.slot[index]];
  return isUnborn(plan.ids, id) ? index : id;
}
