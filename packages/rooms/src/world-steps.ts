import { CommandError, type CommandInput, command, tick, type World } from '@skein/core';

/** Gives a command to a world. Returns why the world refuses it, or undefined. Equal worlds refuse the same commands. */
export function giveTo(world: World, input: CommandInput): string | undefined {
  try {
    command(world, input);
    return undefined;
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
}

/** Steps a world as the option `run` of a room or a guest says, or on the calling thread. */
export async function stepWorld(
  { world, run }: { readonly world: World; readonly run?: (ticks: number) => unknown },
  ticks: number,
): Promise<void> {
  if (run === undefined) tick(world, ticks);
  else await run(ticks);
}
