import { type World, WorldError } from '@skein/core';
import { innerOf } from '@skein/core/internal';

/**
 * @param caller the name of the function that reads the rows, for the message
 * @throws WorldError WORLD_BUSY while workers step the world
 */
export function checkStill(world: World, caller: string): void {
  const { hold } = innerOf(world);
  if (hold !== 'workers') return;
  throw new WorldError(
    'WORLD_BUSY',
    `${caller}: found a world that a team is stepping, expected a call between two runs or inside a listener of the team.`,
  );
}
