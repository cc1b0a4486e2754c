import { SkeinError, show } from '../errors.ts';
import { isUnborn } from '../world/ids.ts';
import type { Planes, Scratch } from '../world/layout.ts';
import type { Memory } from '../world/memory.ts';
import { STATUS } from '../world/status.ts';
import { refresh, type SharedWorld, type World } from '../world/world.ts';

/**
 * The place of an agent in the sorted order of the world as it stands: of one that lives, or of the last that did in its
 * row.
 *
 * @throws SkeinError AGENT_UNKNOWN unless `id` is that of an agent; AGENT_NOT_ALIVE where its row has another life
 */
export function placeOf(world: World, id: number): number {
  const { ids } = world.plan;
  const index = id & ids.indexMask;
  if (!Number.isInteger(id) || id < 0 || id > 0xffffffff || index >= world.count) {
    const expected = `the id of an agent, from 0 to ${world.count - 1} for those of the start`;
    throw new SkeinError('AGENT_UNKNOWN', `Agent: found ${show(id)}, expected ${expected}.`);
  }
  refresh(world);
  const place = world.front.slot[index];
  const own = world.front.id[place];
  if (own !== id && !(isUnborn(ids, own) && id === index)) {
    throw new SkeinError('AGENT_NOT_ALIVE', `Agent ${id} has ended, or is not born yet.`);
  }
  return place;
}

/** @throws SkeinError AGENT_NOT_ALIVE when nothing steers the agent at a place */
export function requireLiving({ front, plan }: World, place: number): void {
  if (front.status[place] !== STATUS.alive) {
    const own = front.id[place];
    const id = isUnborn(plan.ids, own) ? own & plan.ids.indexMask : own;
    throw new SkeinError('AGENT_NOT_ALIVE', `Agent ${id} is dead or set apart.`);
  }
}

/** By the memory that they look at: a world may be given another. */
const asides = new WeakMap<Memory, SharedWorld>();

/**
 * The world as it stands, with columns of its own for what steering writes: behaviors run on it as on the
 * world, with the kernels of TypeScript, and change nothing of it. It is one for each world, and as the
 * last call left it.
 */
export function asideOf(world: World): SharedWorld {
  let aside = asides.get(world.handle.memory);
  if (aside === undefined) {
    const columns = Object.entries(world.scratch).map(([name, column]) => [
      name,
      name === 'force' || name === 'role' || name.startsWith('staged') ? emptyLike(column) : column,
    ]);
    const scratch = Object.fromEntries(columns) as Scratch;
    const back = { ...world.back, route: emptyLike(world.back.route) as Uint32Array };
    aside = { ...world, back, scratch, twins: {}, particleTwin: undefined };
    asides.set(world.handle.memory, aside);
  }
  aside.front = world.front;
  aside.frontTick = world.frontTick;
  return aside;
}

type Plane = Float32Array | Uint32Array | Uint8Array;

function emptyLike(column: Plane | Planes<Plane>): unknown {
  if ('x' in column) {
    return { x: emptyLike(column.x), y: emptyLike(column.y), z: emptyLike(column.z) };
  }
  return column.slice().fill(0);
}
