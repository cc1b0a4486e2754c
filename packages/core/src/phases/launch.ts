import { Births } from './births.ts';
import { EFFECTS } from './effects/index.ts';
import { eachCommand } from './effects/stored-commands.ts';
import type { Kernel } from './kernel.ts';

/**
 * Applies the commands of this tick to the agents in places [begin, end), before the agents are sorted.
 *
 * reads the front state and constants; writes staged position (m), velocity (m/s), status and extras, and back.route,
 * of these agents
 */
export const launch: Kernel = (world, begin, end) => {
  let births: Births | undefined;
  eachCommand(world, (kind, command) => {
    births ??= new Births(world);
    EFFECTS[kind].stage?.(world, command, begin, end, births);
  });
};
