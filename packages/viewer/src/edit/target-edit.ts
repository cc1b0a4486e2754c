import type { CommandInput } from '@skein/core';
import type { Edit, Triple } from './edit.ts';

/** Moves a target. */
export function moveTarget(target: string, from: Triple, to: Triple): Edit {
  const move = (position: Triple): CommandInput[] => [{ type: 'move', target, position }];
  return { name: `Moved ${target}`, redo: () => move(to), undo: () => move(from) };
}
