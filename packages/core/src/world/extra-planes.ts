import { columnPlanes } from './columns.ts';
import { findOnce } from './find-once.ts';
import type { Scratch } from './layout.ts';
import type { SharedWorld } from './world.ts';

type Column = Float32Array | Uint32Array;

/**
 * A plane of an extra column, as three arrays: front, back and staged. If no phase changes the column, `staged` is the
 * same array as `front`.
 */
export interface ExtraPlane {
  readonly front: Column;
  readonly back: Column;
  readonly staged: Column;
}

const VECTORS = ['acceleration', 'heading', 'up', 'goal'] as const;
const NUMBERS = [
  ...(['choice', 'waypoint', 'approach', 'swept', 'reported'] as const),
  ...(['assignedTarget', 'assignedQuarry'] as const),
] as const;

/** The planes of the extra columns. When agents are sorted, these planes move with them. Most worlds have none. */
export const extraPlanes: (world: SharedWorld) => readonly ExtraPlane[] = findOnce((world) => {
  const { front, back, scratch, plan } = world;
  const planes: ExtraPlane[] = [];
  for (const name of VECTORS) {
    if (!plan.extras[name === 'up' ? 'heading' : name]) continue;
    const staged = scratch[stagedName(name)];
    for (const axis of ['x', 'y', 'z'] as const) {
      planes.push({ front: front[name][axis], back: back[name][axis], staged: staged[axis] });
    }
  }
  for (const name of NUMBERS) {
    if (!plan.extras[name === 'approach' || name === 'swept' ? 'orbit' : name]) continue;
    planes.push({ front: front[name], back: back[name], staged: scratch[stagedName(name)] });
  }
  return [...planes, ...columnPlanes(world)];
});

type Staged<Name extends string> = `staged${Capitalize<Name>}` & keyof Scratch;

function stagedName<Name extends string>(name: Name): Staged<Name> {
  return `staged${name[0].toUpperCase()}${name.slice(1)}` as Staged<Name>;
}
