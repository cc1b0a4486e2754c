import { slotOf } from '../scenario/slots.ts';
import type { Away } from '../steering/context/crowding.ts';
import { RECORD } from '../world/layout.ts';
import type { BehaviorPlan } from '../world/plan.ts';
import { CONTEXT_ROOM, layerRow, NEIGHBOR_ROOM, PLANE } from '../world/sizes.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Exports } from './exports.ts';

const RADIUS = slotOf('context', 'radius');

/**
 * Adds the neighbors of the agents that a behavior "context" steers in places [begin, end). Returns undefined if the
 * neighbors are rare: TypeScript finds them in trees.
 */
export function awayFromNeighbors(
  wasm: Exports,
  world: SharedWorld,
  { index, role, mask }: BehaviorPlan,
  table: number,
  worker: number,
  begin: number,
  end: number,
): Away | undefined {
  const { plan, scratch, front } = world;
  if ((mask & ~plan.rare) === 0) return undefined;
  const own = CONTEXT_ROOM.bytes * worker;
  const plane = (at: number): Float32Array => {
    const first = (own + at) / 4;
    return scratch.contextRoom.subarray(first, first + PLANE).fill(0);
  };
  const away = {
    x: plane(CONTEXT_ROOM.awayX),
    y: plane(CONTEXT_ROOM.awayY),
    z: plane(CONTEXT_ROOM.awayZ),
  };
  const room = scratch.neighborRoom.byteOffset + NEIGHBOR_ROOM.bytes * worker;
  const ownRoom = scratch.contextRoom.byteOffset + own;
  const radius = front.behaviorParameters[RECORD * index + RADIUS];
  plan.grid.layers.forEach(({ species }, layer) => {
    if ((species & mask) === 0) return;
    wasm.sumAway(table, room, ownRoom, begin, end, radius, role, layerRow(layer), mask);
  });
  return away;
}
