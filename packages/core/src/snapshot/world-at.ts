import type { Command } from '../scenario/schema.ts';
import { publicWorld, type World } from '../world/public-world.ts';
import type { Moment } from './moment.ts';
import { restoreWorld } from './restore-world.ts';
import type { RestoreOptions } from './snapshot.ts';

/**
 * Creates a world at a moment. `commands` has all commands of the run, sorted by tick. The commands before the moment
 * become the log of the world. Later commands are left out, except the commands of the scenario.
 *
 * @throws WorldError in the same cases as `createWorld`
 */
export function worldAt(
  { tick, content }: Moment,
  commands: readonly Command[],
  options: RestoreOptions = {},
): World {
  const log = commands.filter((command) => command.tick < tick);
  const pending = content.scenario.commands.filter((command) => command.tick >= tick);
  const events = [...content.events];
  return publicWorld(restoreWorld({ ...content, events, log, logSince: 0, pending }, options));
}
