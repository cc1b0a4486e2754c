import { isUnborn } from '../world/ids.ts';
import type { World } from '../world/world.ts';

/**
 * The indices, in ascending order, of the agents that have a row in tables. Agents that were never born have no row,
 * except the agents of a pool, which have a row even before they are fired.
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
 * The id of the agent with this index. If no agent with this index was ever alive, the id that the first such agent
 * will have.
 */
export function idOfRow({ plan, views }: World, index: number): number {
  const id = views.id[views.slot[index]];
  return isUnborn(plan.ids, id) ? index : id;
}
