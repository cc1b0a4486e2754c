import type { World } from '@skein/core';
import { f32Text } from '@skein/core/describe';
import type { AgentColumns } from './agents.ts';
import type { Rows, TableSchema } from './table.ts';
import type { RowFormat } from './text-table.ts';

const SCHEMA: TableSchema = {
  columns: [
    { name: 'id', type: 'u32' },
    { name: 'frame', type: 'u32' },
    { name: 'x', type: 'f32', unit: 'm' },
    { name: 'y', type: 'f32', unit: 'm' },
    { name: 'z', type: 'f32', unit: 'm' },
  ],
  metadata: {},
};

/** The columns of `agentColumns` that are read here. */
const [ID, X, Y, Z, ALIVE] = [1, 3, 4, 5, 9];

/**
 * Returns the living agents as the rows of a trajectory: id, frame, and position in m. Frame k is the state at tick
 * k × `every`. Other ticks have no rows, because all frames are equally long.
 */
export function pedpyColumns(world: World, { rows }: AgentColumns, every: number): AgentColumns {
  return {
    schema: SCHEMA,
    *rows(): Generator<Rows> {
      if (world.tick % every !== 0) return;
      const frame = world.tick / every;
      for (const block of rows()) {
        const living: number[] = [];
        for (let row = 0; row < block[ALIVE].length; row++) if (block[ALIVE][row]) living.push(row);
        const [ids, x, y, z] = [ID, X, Y, Z].map((at) =>
          living.map((row) => block[at][row] as number),
        );
        yield [ids, living.map(() => frame), x, y, z];
      }
    },
  };
}

/**
 * The text format of the Pedestrian Dynamics Data Archive, which PedPy and JuPedSim read. A head, of lines that begin with
 * #, tells the frames per second and the unit. Then come lines of `id frame x y z`. source: `load_trajectory_from_txt`
 * of https://pedpy.readthedocs.io
 */
export function pedpyFormat(dt: number, every: number): RowFormat {
  return {
    head: `# framerate: ${1 / (dt * every)}\n# id frame x/m y/m z/m\n`,
    text(rows, begin, end) {
      const [ids, frames, ...position] = rows as readonly ArrayLike<number>[];
      let text = '';
      for (let row = begin; row < end; row++) {
        const [x, y, z] = position.map((axis) => f32Text(Math.fround(axis[row])));
        text += `${ids[row]} ${frames[row]} ${x} ${y} ${z}\n`;
      }
      return text;
    },
  };
}
