import type { CheckedCommand } from '../commands/index.ts';
import { ownList } from '../schema/number-lists.ts';
import { columnPlanes } from './column-planes.ts';
import { refresh, type World } from './world.ts';

type Write = Extract<CheckedCommand, { type: 'write' }>;

/**
 * Shortens a `write` command that has a value for each id: removes the ids of agents that already have this value. So a
 * host may write the values of all its agents in every tick, and the log contains only the differences.
 *
 * If a law or another command of the same tick also writes the column, the command is returned unchanged.
 */
export function withoutUnchanged(world: World, command: Write): Write {
  const { ids, values, words, column } = command;
  const list = values ?? words;
  if (ids === undefined || list === undefined) return command;
  refresh(world);
  const { plan, front } = world;
  const { staged } = plan.columns.find(({ name }) => name === column)!;
  if (staged >= 0 || isWrittenNow(world, column)) return command;
  const planes = columnPlanes(world).filter((plane) => plane.column.name === column);
  const changed: number[] = [];
  for (let k = 0; k < ids.length; k++) {
    const at = front.slot[ids[k] & plan.ids.indexMask];
    const isSame = planes.every(({ front: plane, component }) => {
      const value = list[planes.length * k + component];
      return plane[at] === (words === undefined ? Math.fround(value) : value);
    });
    if (!isSame) changed.push(k);
  }
  if (changed.length === ids.length) return command;
  const kept = changed.flatMap((k) =>
    planes.map((_, component) => list[planes.length * k + component]),
  );
  return {
    ...command,
    // Short lists take the same form as in a log that is read back, because the digest depends on that form.
    ids: ownList(
      Uint32Array,
      changed.map((k) => ids[k]),
    ),
    ...(words === undefined
      ? { values: ownList(Float32Array, kept) }
      : { words: ownList(Uint32Array, kept) }),
  };
}

function isWrittenNow({ host, scenario, tick }: World, column: string): boolean {
  const writes = (one: { readonly tick: number; readonly type: string }): boolean =>
    one.tick === tick && one.type === 'write' && (one as { column?: string }).column === column;
  if (scenario.commands.some(writes)) return true;
  for (let k = host.log.length - 1; k >= 0 && host.log[k].tick === tick; k--) {
    if (writes(host.log[k])) return true;
  }
  return false;
}
