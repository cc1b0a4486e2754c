import { columnPlanes } from '../world/columns.ts';
import { groundAt } from '../world/heights.ts';
import { checkAtBoundary } from '../world/hold.ts';
import { isUnborn } from '../world/ids.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { STATUS } from '../world/status.ts';
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
 * The state of a world as CSV rows, one for each agent, in the order of their indices, in blocks of whole rows. The world
 * has to stand still until the last. Names of species need no quotes: the scenario allows only letters,
 * digits, "-" and "_".
 *
 * @throws WorldError WORLD_BUSY at a block, when workers step it by then
 */
export function* csvRows(world: World): Generator<string> {
  const inner = innerOf(world);
  const { tick, count, views } = inner;
  const { slot, species, status, position, velocity } = views;
  const { ids } = inner.plan;
  const hasHeight = inner.plan.heights !== undefined;
  const declared = columnPlanes(inner);
  const names = inner.scenario.species.map((s) => s.name);
  for (let begin = 0; begin < count; begin += BLOCK) {
    checkAtBoundary(inner, 'csvRows');
    const end = Math.min(begin + BLOCK, count);
    let block = '';
    for (let index = begin; index < end; index++) {
      const i = slot[index];
      // Of an agent that was never alive the id of its first life.
      const id = isUnborn(ids, views.id[i]) ? index : views.id[i];
      block +=
        `${tick},${id},${names[species[i]]},` +
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
