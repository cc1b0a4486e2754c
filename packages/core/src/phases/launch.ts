import { eachDrafted } from './effects/draft-commands.ts';
import { EFFECTS } from './effects/index.ts';
import type { Kernel } from './kernel.ts';

/**
 * Applies the commands of this tick to the agents in places [begin, end), before the agents are sorted.
 *
 * reads the front state and constants; writes staged position (m), velocity (m/s), status and extras, and back.route,
 * of these agents
 */
export const launch: Kernel = (world, begin, end) => {
  eachDrafted(world, false, (kind, command, draft) => {
    EFFECTS[kind].act?.(draft, command, begin, end);
  });
};
