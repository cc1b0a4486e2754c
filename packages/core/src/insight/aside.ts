import { SkeinError, show } from '../errors.ts';
import { isId, isUnborn } from '../world/ids.ts';
import type { Planes, Scratch, State } from '../world/layout.ts';
import type { Memory } from '../world/memory.ts';
import { STATUS } from '../world/status.ts';
import { refresh, type SharedWorld, type World } from '../world/world.ts';

/**
 * The current place (index in the sorted columns) of an agent. A dead agent has a place until another agent uses its
 * row.
 *
 * @throws SkeinError AGENT_UNKNOWN when no agent can have the id; AGENT_NOT_ALIVE when another agent uses its row
 */
export function placeOf(world: World, id: number): number {
  const { ids } = world.plan;
  const index = isId(id) ? id & ids.indexMask : world.count;
  if (index >= world.count) {
    const expected = `the id of an agent (0 to ${world.count - 1} at the start)`;
    throw new SkeinError('AGENT_UNKNOWN', `Agent: found ${show(id)}, expected ${expected}.`);
  }
  refresh(world);
  const place = world.front.slot[index];
  const own = world.front.id[place];
  if (own !== id && !(isUnborn(ids, own) && id === index)) {
    throw new SkeinError('AGENT_NOT_ALIVE', `Agent ${id} is dead, or not born yet.`);
  }
  return place;
}

/**
 * Checks that the agent at a place is neither dead nor quarantined.
 *
 * @throws SkeinError AGENT_NOT_ALIVE otherwise
 */
export function requireLiving({ front, plan }: World, place: number): void {
  if (front.status[place] !== STATUS.alive) {
    const own = front.id[place];
    const id = isUnborn(plan.ids, own) ? own & plan.ids.indexMask : own;
    throw new SkeinError('AGENT_NOT_ALIVE', `Agent ${id} is dead or quarantined.`);
  }
}

/**
 * The aside of each world, see `asideOf`. The key is the memory of the world, because a world with new memory needs a
 * new aside.
 */
const asides = new WeakMap<Memory, SharedWorld>();

/**
 * Returns the aside of a world: a copy of the world object with separate columns for everything that steering writes.
 * Behaviors run on the aside with the TypeScript kernels and do not change the world. Each world has a single aside,
 * and all calls reuse it.
 */
export function asideOf(world: World): SharedWorld {
  let aside = asides.get(world.handle.memory);
  if (aside === undefined) {
    const columns = Object.entries(world.scratch).map(([name, column]) => [
      name,
      isOwn(name) ? emptyLike(column) : column,
    ]);
    const scratch = Object.fromEntries(columns) as Scratch;
    const { route, asked } = world.back;
    const own = { route: emptyLike(route), asked: emptyLike(asked) };
    const back = { ...world.back, ...(own as Pick<State, 'route' | 'asked'>) };
    aside = { ...world, back, scratch, twins: {} };
    asides.set(world.handle.memory, aside);
  }
  aside.front = world.front;
  aside.frontTick = world.frontTick;
  return aside;
}

/** Whether steering writes a column of the scratch memory, and an aside has its own. */
function isOwn(name: string): boolean {
  return ['force', 'role', 'bends'].includes(name) || name.startsWith('staged');
}

type Plane = Float32Array | Uint32Array | Uint8Array;

function emptyLike(column: Plane | Planes<Plane>): unknown {
  if ('x' in column) {
    return { x: emptyLike(column.x), y: emptyLike(column.y), z: emptyLike(column.z) };
  }
  return column.slice().fill(0);
}
