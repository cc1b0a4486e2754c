import { columnPlanes } from '../world/column-planes.ts';
import { groundAt } from '../world/heights.ts';
import { checkAtBoundary } from '../world/hold.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { STATUS } from '../world/status.ts';
import { agentRows, idOfRow } from './agent-rows.ts';
import { f32Text } from './f32-text.ts';

/** The header line for the columns of `csvRows` that exist in all worlds. Positions are in m, velocities in m/s. */
export const CSV_HEADER = 'tick,id,species,x,y,z,vx,vy,vz,alive\n';

/**
 * Returns the header line for all columns of `csvRows` in this world. First come the columns that exist in every world.
 * If there is a height map, `height` (m) comes next. Last come the columns that the scenario declares.
 */
export function csvHeader(world: World): string {
  const { plan } = innerOf(world);
  const declared = plan.columns.flatMap(({ planes }) => planes);
  const height = plan.heights === undefined ? [] : ['height'];
  return [CSV_HEADER.trimEnd(), ...height, ...declared].join(',').concat('\n');
}

/**
 * Rows per block. A block is about 300 kB of text: small enough for memory, and large enough that few system calls are
 * needed.
 */
const BLOCK = 4096;

/**
 * Yields the state of a world as CSV text, in blocks of whole rows. Each agent has a row, in the order of agent
 * indices. Agents that were never born have no row, except the agents of a pool. The world must not be stepped until
 * the last block has been yielded. Names of species need no quotes: scenarios allow only letters, digits, "-" and "_"
 * in them.
 *
 * @throws WorldError WORLD_BUSY if workers step the world when a block is requested
 */
export function* csvRows(world: World): Generator<string> {
  const inner = innerOf(world);
  const { tick, views } = inner;
  const { slot, species, status, position, velocity } = views;
  const hasHeight = inner.plan.heights !== undefined;
  const declared = columnPlanes(inner);
  const names = inner.scenario.species.map((s) => s.name);
  checkAtBoundary(inner, 'csvRows');
  const rows = agentRows(inner);
  for (let begin = 0; begin < rows.length; begin += BLOCK) {
    checkAtBoundary(inner, 'csvRows');
    let block = '';
    for (const index of rows.subarray(begin, begin + BLOCK)) {
      const i = slot[index];
      block +=
        `${tick},${idOfRow(inner, index)},${names[species[i]]},` +
        `${f32Text(position.x[i])},${f32Text(position.y[i])},${f32Text(position.z[i])},` +
        `${f32Text(velocity.x[i])},${f32Text(velocity.y[i])},${f32Text(velocity.z[i])},` +
        `${status[i] === STATUS.alive ? 1 : 0}`;
      if (hasHeight) block += `,${f32Text(groundAt(inner, position.x[i], position.y[i]))}`;
      for (const { front, column } of declared) {
        block += `,${column.type === 'u32' ? front[i] : f32Text(front[i])}`;
      }
      block += '\n';
    }
    yield block;
  }
}
