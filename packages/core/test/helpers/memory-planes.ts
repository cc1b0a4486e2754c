import type { Column } from '../../src/tick/phase-columns.ts';
import { columnOffset } from '../../src/world/column-plan.ts';
import {
  CONSTANT_ROWS,
  CONTROL_ROWS,
  layoutOf,
  PARTICLE_ROWS,
  planesOf,
  type Row,
  SCRATCH_ROWS,
  STATE_ROWS,
} from '../../src/world/layout.ts';
import { countsOf } from '../../src/world/sizes.ts';
import type { World } from '../../src/world/world.ts';

/** A plane of a world's memory, and the column that it belongs to. */
export interface MemoryPlane {
  readonly column: Column;
  readonly row: Row;
  /** Where it begins, in bytes. */
  readonly at: number;
  /** Bytes of one element. */
  readonly size: number;
  /** Elements of a row: more than one in a record. */
  readonly width: number;
  /** Elements; what follows is padding. */
  readonly elements: number;
  /** Bytes with the padding. */
  readonly bytes: number;
}

const BYTES = { f32: 4, u32: 4, i32: 4, u8: 1 } as const;

/** A plane; of a row that holds the planes of declared columns, or of what laws decide, each of these. */
function partsOf(plane: MemoryPlane, agents: number): MemoryPlane[] {
  if (!/(ustom|stagedLife|^deposit(Cell|Place)?)$/.test(plane.row[0])) return [plane];
  const each = columnOffset(1, agents);
  return Array.from({ length: (4 * plane.elements) / each }, (_, k) => {
    return { ...plane, at: plane.at + k * each, elements: agents, bytes: each };
  });
}

/** All planes of the memory of a world, with front and back as they are now. */
export function memoryPlanes(world: World): MemoryPlane[] {
  const { plan, frontTick } = world;
  const layout = layoutOf(plan);
  const counts = countsOf(plan);
  const parity = (frontTick & 1) as 0 | 1;
  const sections: [string, readonly Row[], number, number][] = [
    ['control', CONTROL_ROWS, layout.control, layout.constants],
    ['constants', CONSTANT_ROWS, layout.constants, layout.states[0]],
    [parity === 0 ? 'front' : 'back', STATE_ROWS, layout.states[0], layout.states[1]],
    [parity === 1 ? 'front' : 'back', STATE_ROWS, layout.states[1], layout.scratch],
    ['scratch', SCRATCH_ROWS, layout.scratch, layout.particles],
    ['particles', PARTICLE_ROWS, layout.particles, layout.bytes],
  ];
  return sections.flatMap(([section, rows, begin, end]) => {
    const starts = planesOf(rows, counts, begin).map(({ at }) => at);
    const planes = rows.flatMap((row) => (row[3] === 3 ? [row, row, row] : [row]));
    const found = planes.map((row, k) => ({
      column: `${section}.${row[0]}` as Column,
      row,
      at: starts[k],
      size: BYTES[row[1]],
      width: row[3] === 3 ? 1 : row[3],
      elements: counts[row[2]] * (row[3] === 3 ? 1 : row[3]),
      bytes: (starts[k + 1] ?? end) - starts[k],
    }));
    return found.flatMap((plane) => partsOf(plane, plan.agents));
  });
}
