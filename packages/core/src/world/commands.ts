import { checkCommand } from '../commands/check-command.ts';
import type { Command, CommandInput } from '../scenario/schema.ts';
import { checkAtBoundary } from './hold.ts';
import type { World } from './world.ts';

/**
 * Gives a command to the world. The step that starts at the present tick carries it
 * out: it is first seen in the state of the tick after.
 *
 * @returns the command as it stands in the log, stamped with its tick
 * @throws CommandError COMMAND_INVALID, or COMMANDS_FULL when there is no room for it, pending or in its tick;
 * WorldError WORLD_BUSY while workers step the world, when `team.command` is the way; nothing is changed
 */
export function command(world: World, input: CommandInput): Command {
  checkAtBoundary(world, 'command');
  const { scenario, plan, host, tick } = world;
  const stamped = { ...checkCommand(scenario, plan.largestRadius, input), tick };
  host.commands.add(stamped);
  host.log.push(stamped);
  return stamped;
}
