import { columnPlanes } from './column-planes.ts';
import {
  type EngineColumn,
  type EngineColumnName,
  PLACE_COLUMNS,
  stagedName,
} from './engine-columns.ts';
import { findOnce } from './find-once.ts';
import type { Planes } from './layout.ts';

type Column = Float32Array | Uint32Array;

/**
 * A plane of an extra column, as three arrays: front, back and staged. If no phase stages values, `staged` is the same
 * array as `front`.
 */
export interface ExtraPlane {
  readonly front: Column;
  readonly back: Column;
  readonly staged: Column;
}

/** A plane of a column that the engine owns. */
export interface EnginePlane extends ExtraPlane {
  readonly column: EngineColumn & { readonly name: EngineColumnName };
}

const enginePlanes = findOnce(({ front, back, scratch, plan }): readonly EnginePlane[] =>
  PLACE_COLUMNS.filter(({ name }) => plan.extras[name]).flatMap((column): EnginePlane[] => {
    const before = front[column.name];
    const after = back[column.name];
    const staged = 'staged' in column ? before : scratch[stagedName(column.name)];
    if (!('x' in before)) return [{ column, front: before, back: after, staged } as EnginePlane];
    return (['x', 'y', 'z'] as const).map((axis) => ({
      column,
      front: before[axis],
      back: (after as Planes<Float32Array>)[axis],
      staged: (staged as Planes<Float32Array>)[axis],
    }));
  }),
);

/** The planes of the engine's columns that have a staged copy. */
export const stagedPlanes = findOnce((world) =>
  enginePlanes(world).filter(({ front, staged }) => staged !== front),
);

/** The planes of the engine's columns that begin each tick with their start values. */
export const restartedPlanes = findOnce((world) =>
  enginePlanes(world).filter(({ front, staged }) => staged === front),
);

/** The planes of the extra columns. When agents are sorted, these planes move with them. Most worlds have none. */
export const extraPlanes = findOnce((world): readonly ExtraPlane[] => [
  ...stagedPlanes(world),
  ...columnPlanes(world),
]);
