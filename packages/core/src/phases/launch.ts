import { Births } from './births.ts';
import { EFFECTS } from './effects/index.ts';
import { eachCommand } from './effects/stored-commands.ts';
import type { Kernel } from './kernel.ts';
import { stageOffspring } from './offspring.ts';

/**
 * Carries out what commands of this tick do to the agents in places [begin, end), before they are sorted, and then
 * stages what laws let be born.
 *
 * reads front, constants, what laws have decided; writes staged position (m), velocity (m/s), status and extras, and back.route,
 * of the slice
 */
export const launch: Kernel = (world, begin, end) => {
  let births: Births | undefined;
  eachCommand(world, (kind, command) => {
    births ??= new Births(world);
    EFFECTS[kind].stage?.(world, command, begin, end, births);
  });
  if (world.plan.births) stageOffspring(world, begin, end, births ?? new Births(world));
};
