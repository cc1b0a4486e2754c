import { columnPlanes } from '../world/columns.ts';
import { groundAt } from '../world/heights.ts';
import { checkAtBoundary } from '../world/hold.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { STATUS } from '../world/status.ts';
import { agentRows, idOfRow } from './agent-rows.ts';
import { f32Text } from './f32-text.ts';

/** The names of the columns of `csvRows` that all worlds have; in m and m/s. */
export const CSV_HEADER = 'tick,id,species,x,y,z,vx,vy,vz,alive\n';

/**
 * The names of the columns of `csvRows` of a world: those of all worlds, `height` (m) where there is a height map,
 * then those that its scenario declares.
 */
export function csvHeader(world: World): string {
  const { plan } = innerOf(world);
  const declared = plan.columns.flatMap(({ planes }) => planes);
  const height = plan.heights === undefined ? [] : ['height'];
  return [CSV_HEADER.trimEnd(), ...height, ...declared].join(',').concat('\n');
}

/** Rows per block: some 300 kB of text, so that neither memory nor system calls are felt. */
const BLOCK = 4096;

/**
 * The state of a world as CSV rows, one for each agent, in the order of their indices, in blocks of whole rows. Room
 * for births that no agent has had yet has no row. The world has to stand still until the last. Names of species need no quotes: the scenario allows only letters,
 * digits, "-" and "_".
 *
 * @throws WorldError WORLD_BUSY at a block, when workers step it by then
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
