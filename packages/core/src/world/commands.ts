import { checkCommand, refuse } from '../commands/check-command.ts';
import type { CheckedCommand } from '../commands/index.ts';
import { rosterOf } from '../commands/obstacle-roster.ts';
import type { Problem } from '../errors.ts';
import type { Command, CommandInput } from '../scenario/schema.ts';
import { MAX_LISTED, MAX_TICK } from '../schema/limits.ts';
import { checkAtBoundary } from './hold.ts';
import { innerOf, type World } from './public-world.ts';
import { STATUS } from './status.ts';
import { withoutUnchanged } from './unchanged-writes.ts';
import { type World as InnerWorld, refresh } from './world.ts';

/**
 * Gives a command to the world. The step that starts at the current tick executes the command. The effect is first
 * visible in the state of the next tick.
 *
 * @returns the command as the log has it, with its tick
 * @throws CommandError COMMAND_INVALID when the command is not valid, or the world is at MAX_TICK; COMMANDS_FULL when
 * too many commands are pending, or the tick has too many commands
 * @throws WorldError WORLD_BUSY while workers step the world; use `team.command` then. After any of these errors, the
 * world is unchanged
 */
export function command(world: World, input: CommandInput): Command {
  const inner = innerOf(world);
  checkAtBoundary(inner, 'command');
  const { scenario, plan, host, tick } = inner;
  if (tick >= MAX_TICK) {
    refuse([
      {
        path: '$',
        found: `tick ${tick}, the last tick of a world`,
        expected: 'a command at an earlier tick',
      },
    ]);
  }
  const checked = checkCommand(scenario, plan.largestRadius, input, (command) =>
    endedIn(inner, command),
  );
  const needed = checked.type === 'write' ? withoutUnchanged(inner, checked) : checked;
  // No one else has this object yet. A copy would take a tenth of the time of a command.
  const stamped = Object.assign(needed, { tick });
  const roster = rosterOf(scenario, host.log, tick);
  const problems = roster.check(stamped);
  if (problems.length > 0) refuse(problems);
  host.commands.add(stamped);
  roster.take(stamped);
  // After a rewind, later commands may be in the log already.
  let at = host.log.length;
  while (at > 0 && host.log[at - 1].tick > tick) at--;
  host.log.splice(at, 0, stamped);
  return stamped;
}

/**
 * Checks the ids in a command. Returns a problem for each id that no living agent has, because a command has no effect
 * on dead agents.
 */
function endedIn(world: InnerWorld, command: CheckedCommand): Problem[] {
  const problems: Problem[] = [];
  if ('ids' in command && command.ids !== undefined) {
    findEnded(world, command.ids, (k) => `$.ids[${k}]`, problems);
  }
  if (command.type === 'assign') {
    const { quarry, quarries } = command;
    if (quarry !== undefined) findEnded(world, [quarry], () => '$.quarry', problems);
    if (quarries !== undefined) findEnded(world, quarries, (k) => `$.quarries[${k}]`, problems);
  }
  return problems;
}

/** Adds a problem for each id in `ids` that no living agent has. */
function findEnded(
  world: InnerWorld,
  ids: ArrayLike<number>,
  pathOf: (k: number) => string,
  problems: Problem[],
): void {
  refresh(world);
  const { id, slot, status } = world.front;
  const { indexMask } = world.plan.ids;
  for (let k = 0; k < ids.length && problems.length < MAX_LISTED; k++) {
    const at = slot[ids[k] & indexMask];
    // Ids that no agent can have are reported elsewhere.
    if (at === undefined || (status[at] !== STATUS.dead && id[at] === ids[k])) continue;
    const found = `${ids[k]}, which is not alive`;
    problems.push({ path: pathOf(k), found, expected: 'the id of a living agent' });
  }
}
