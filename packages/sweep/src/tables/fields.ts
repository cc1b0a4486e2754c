import type { World } from '@skein/core';
import { checkStill } from './check-still.ts';
import type { Column, Rows, TableSchema } from './table.ts';
import { worldMetadata } from './world-metadata.ts';

/** The table of a scalar field of a world: its columns, and a function that makes its rows. */
export interface FieldColumns {
  readonly schema: TableSchema;
  /**
   * Yields the current cells in blocks of at most 4,096 rows. x varies fastest, then y, then z. The world must not be
   * stepped until the last block is read. The values are a view of the world's memory: do not write to them.
   * The other columns reuse the memory of the previous block.
   *
   * @throws WorldError WORLD_BUSY if workers step the world when a block is read
   */
  rows(): Generator<Rows>;
}

const BLOCK_ROWS = 4096;

/**
 * Returns the table of a scalar field. A row has the tick, the center of a cell, and the value in the cell. Only
 * three-dimensional worlds have a column z. The metadata is the same as for `agentColumns`.
 *
 * @param name the name of a field in the scenario
 */
export function fieldColumns(world: World, name: string): FieldColumns {
  const axes = (['x', 'y', 'z'] as const).slice(0, world.scenario.dimensions);
  const columns: Column[] = [
    { name: 'tick', type: 'u32', description: 'tick of the sample' },
    ...axes.map((axis) => ({
      name: axis,
      type: 'f32' as const,
      unit: 'm',
      description: 'center of the cell',
    })),
    { name: 'value', type: 'f32', description: `field ${name} of the scenario` },
  ];
  return {
    schema: { columns, metadata: worldMetadata(world) },
    rows: () => rowsOf(world, name, axes.length),
  };
}

function* rowsOf(world: World, name: string, dimensions: number): Generator<Rows> {
  const { values, cells } = world.views.fields[name];
  const centers = centersOf(world, cells);
  const ticks = new Uint32Array(BLOCK_ROWS).fill(world.tick);
  const coordinates = Array.from({ length: dimensions }, () => new Float32Array(BLOCK_ROWS));
  for (let begin = 0; begin < values.length; begin += BLOCK_ROWS) {
    checkStill(world, 'fieldColumns');
    const rows = Math.min(BLOCK_ROWS, values.length - begin);
    for (let row = 0; row < rows; row++) {
      let rest = begin + row;
      for (let axis = 0; axis < dimensions; axis++) {
        coordinates[axis][row] = centers[axis][rest % cells[axis]];
        rest = Math.floor(rest / cells[axis]);
      }
    }
    yield [
      ticks.subarray(0, rows),
      ...coordinates.map((column) => column.subarray(0, rows)),
      values.subarray(begin, begin + rows),
    ];
  }
}

/** Returns the centers of the cells along each axis, in m. */
function centersOf({ scenario: { bounds } }: World, cells: readonly number[]): Float64Array[] {
  // A scenario with open bounds has no fields.
  const { min, max } = bounds as Exclude<typeof bounds, { type: 'open' }>;
  return cells.map((count, axis) => {
    const size = (max[axis] - min[axis]) / count;
    return Float64Array.from({ length: count }, (_, k) => min[axis] + (k + 0.5) * size);
  });
}
