import type { CommandInput } from '@skein/core';
import type { Edit, Triple } from './edit.ts';
import { centerOf, type ObstacleForm } from './obstacle-form.ts';

/** Adds, removes or changes an obstacle; `undefined` means that the obstacle does not exist. */
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

/** Moves an obstacle. An obstacle with a velocity continues from its new position. */
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

/** A name that no obstacle of the scenario has or has had. */
export function freeName(taken: Iterable<string | undefined>): string {
  const names = new Set(taken);
  let number = 1;
  while (names.has(`obstacle-${number}`)) number++;
  return `obstacle-${number}`;
}
