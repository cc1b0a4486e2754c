import type { CommandInput } from '@skein/core';
import type { Edit, Triple } from './edit.ts';
import { centerOf, type ObstacleForm } from './obstacle-form.ts';

/**
 * Adds, removes or changes an obstacle. `from` is the obstacle before the edit; undefined for a new obstacle. `to` is
 * the obstacle after the edit; undefined to remove the obstacle.
 */
export function changeObstacle(
  name: string,
  from: ObstacleForm | undefined,
  to: ObstacleForm | undefined,
): Edit {
  const verb = from === undefined ? 'Added' : to === undefined ? 'Removed' : 'Changed';
  return {
    name: `${verb} ${name}`,
    redo: () => between(name, from, to),
    undo: () => between(name, to, from),
  };
}

/** Moves an obstacle. If the obstacle has a velocity, it continues to move from its new position. */
export function moveObstacle(name: string, form: ObstacleForm, to: Triple): Edit {
  const { velocity } = form;
  const move = (position: Triple): CommandInput[] => [
    { type: 'obstacle', do: 'move', name, position, ...(velocity && { velocity }) },
  ];
  const from = centerOf(form);
  return { name: `Moved ${name}`, redo: () => move(to), undo: () => move(from) };
}

function between(
  name: string,
  from: ObstacleForm | undefined,
  to: ObstacleForm | undefined,
): CommandInput[] {
  const remove: CommandInput = { type: 'obstacle', do: 'remove', name };
  const add = (obstacle: ObstacleForm): CommandInput => ({
    type: 'obstacle',
    do: 'add',
    name,
    obstacle,
  });
  return [...(from ? [remove] : []), ...(to ? [add(to)] : [])];
}

/** Returns a name such as "obstacle-3" that is not among the taken names. */
export function freeName(taken: Iterable<string | undefined>): string {
  const names = new Set(taken);
  let number = 1;
  while (names.has(`obstacle-${number}`)) number++;
  return `obstacle-${number}`;
}
