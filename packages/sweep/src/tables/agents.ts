import { heightAt, STATUS, type World } from '@skein/core';
import { agentRows, type InnerWorld, idOfRow, innerOf } from '@skein/core/internal';
import { checkStill } from './check-still.ts';
import { isSelected, readSelection, type Selection } from './selection.ts';
import type { Column, Rows, TableSchema } from './table.ts';
import { worldMetadata } from './world-metadata.ts';

/** The table of all agents of a world: its columns, and a function that makes its rows. */
export interface AgentColumns {
  readonly schema: TableSchema;
  /**
   * Yields the current agents, in the order of `csvRows`, in blocks of at most 4,096 rows. The world must not be
   * stepped until the last block is read. Each block reuses the memory of the previous block.
   *
   * @throws WorldError WORLD_BUSY if workers step the world when a block is read
   */
  rows(): Generator<Rows>;
}

type DeclaredColumn = InnerWorld['plan']['columns'][number];

/** The number of rows of a block. A block takes some hundreds of kB. */
const BLOCK_ROWS = 4096;

const AXES = ['x', 'y', 'z'] as const;

/**
 * A vector of an agent, such as the velocity. `view` is the view that contains the vector. The names of its three
 * columns are `prefix` followed by x, y or z.
 */
interface Vector {
  readonly view: 'position' | 'velocity' | 'heading' | 'up';
  readonly prefix: string;
  readonly unit?: string;
  readonly description: string;
}

const MOTION: readonly Vector[] = [
  { view: 'position', prefix: '', unit: 'm', description: 'position' },
  { view: 'velocity', prefix: 'v', unit: 'm/s', description: 'velocity' },
];

/** The additional vectors that agents have in a world where a species turns its body. */
const BODY: readonly Vector[] = [
  { view: 'heading', prefix: 'h', description: 'unit vector in the direction that the body faces' },
  { view: 'up', prefix: 'u', description: "the body's up, a unit vector" },
];

/** The column that a world with a height map adds. */
const HEIGHT: Column = {
  name: 'height',
  type: 'f32',
  unit: 'm',
  description: 'height of the ground under the agent',
};

function columnsOf({ prefix, view: _, ...notes }: Vector): Column[] {
  return AXES.map((axis) => ({ name: prefix + axis, type: 'f32', ...notes }));
}

function declaredColumns({ name, type, unit, planes }: DeclaredColumn): Column[] {
  const description = `column ${name} of the scenario`;
  return planes.map((plane) => ({
    name: plane,
    type: type === 'u32' ? 'u32' : 'f32',
    ...(unit !== '1' && { unit }),
    description,
  }));
}

/**
 * Returns the columns and rows of the agents of a world: tick, id, species, position, velocity, whether the agent is
 * alive, and the columns that the scenario declares. A world with a height map adds the height of the ground. A world
 * with headings adds the vectors heading and up. The metadata is that of `worldMetadata`.
 *
 * @param options `only` chooses agents, such as `boid,0..99`, as `readSelection` reads them. Default: all.
 * @throws TableError TABLE_INVALID if `only` cannot be read
 */
export function agentColumns(
  world: World,
  { only }: { readonly only?: string | undefined } = {},
): AgentColumns {
  const selection = only === undefined ? undefined : readSelection(only, world.scenario);
  const motion: Vector[] = MOTION.slice();
  const body: Vector[] = BODY.filter(({ view }) => world.views[view].x.length > 0);
  const columns: Column[] = [
    { name: 'tick', type: 'u32', description: 'tick of the sample' },
    { name: 'id', type: 'u32', description: 'id of the agent, the same all through its life' },
    { name: 'species', type: 'text', description: 'name of its species' },
    ...motion.flatMap(columnsOf),
    {
      name: 'alive',
      type: 'bool',
      description: 'false if the agent is dead, not fired yet or quarantined',
    },
    ...(innerOf(world).plan.heights === undefined ? [] : [HEIGHT]),
    ...body.flatMap(columnsOf),
    ...innerOf(world).plan.columns.flatMap(declaredColumns),
  ];
  return {
    schema: { columns, metadata: worldMetadata(world) },
    rows: () => rowsOf(world, motion, body, selection),
  };
}

function* rowsOf(
  world: World,
  motion: readonly Vector[],
  body: readonly Vector[],
  selection: Selection | undefined,
): Generator<Rows> {
  const { tick, views } = world;
  const { slot, species, status, position } = views;
  const names = world.scenario.species.map(({ name }) => name);
  const moved = motion.map(({ view }) => new Planes(views[view]));
  const turned = body.map(({ view }) => new Planes(views[view]));

  const declared = planesDeclared(world).map((from) => ({
    from,
    to: from instanceof Uint32Array ? new Uint32Array(BLOCK_ROWS) : new Float32Array(BLOCK_ROWS),
  }));

  const heights =
    innerOf(world).plan.heights === undefined ? undefined : new Float32Array(BLOCK_ROWS);
  const ticks = new Uint32Array(BLOCK_ROWS).fill(tick);
  const ids = new Uint32Array(BLOCK_ROWS);
  checkStill(world, 'agentColumns');
  const inner = innerOf(world);
  const all = agentRows(inner);
  const indices =
    selection === undefined
      ? all
      : all.filter((index) => isSelected(selection, species[slot[index]], idOfRow(inner, index)));
  for (let begin = 0; begin < indices.length; begin += BLOCK_ROWS) {
    checkStill(world, 'agentColumns');
    const rows = Math.min(BLOCK_ROWS, indices.length - begin);
    const speciesNames: string[] = [];
    const alive: boolean[] = [];
    for (let row = 0; row < rows; row++) {
      const index = indices[begin + row];
      const i = slot[index];
      ids[row] = idOfRow(inner, index);
      speciesNames.push(names[species[i]]);
      alive.push(status[i] === STATUS.alive);
      if (heights !== undefined) heights[row] = heightAt(world, position.x[i], position.y[i]);
      for (const planes of moved) planes.copy(i, row);
      for (const planes of turned) planes.copy(i, row);
      for (const { from, to } of declared) to[row] = from[i];
    }
    yield [
      ticks.subarray(0, rows),
      ids.subarray(0, rows),
      speciesNames,
      ...moved.flatMap((planes) => planes.columns(rows)),
      alive,
      ...(heights === undefined ? [] : [heights.subarray(0, rows)]),
      ...turned.flatMap((planes) => planes.columns(rows)),
      ...declared.map(({ to }) => to.subarray(0, rows)),
    ];
  }
}

function planesDeclared({ views }: World): (Float32Array | Uint32Array)[] {
  return Object.values(views.columns).flatMap((column) =>
    'x' in column ? [column.x, column.y, column.z] : [column],
  );
}

/**
 * Copies a vector column of the agents, such as their positions, to the rows of a block. The rows are in a different
 * order from the agents in memory.
 */
class Planes {
  readonly #x: Float32Array;
  readonly #y: Float32Array;
  readonly #z: Float32Array;
  readonly #rows = AXES.map(() => new Float32Array(BLOCK_ROWS));

  constructor({ x, y, z }: Readonly<Record<(typeof AXES)[number], Float32Array>>) {
    this.#x = x;
    this.#y = y;
    this.#z = z;
  }

  copy(i: number, row: number): void {
    this.#rows[0][row] = this.#x[i];
    this.#rows[1][row] = this.#y[i];
    this.#rows[2][row] = this.#z[i];
  }

  columns(rows: number): Float32Array[] {
    return this.#rows.map((values) => values.subarray(0, rows));
  }
}
