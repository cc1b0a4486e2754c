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
 * Gives a command to the world. The step that starts at the present tick carries it
 * out: it is first seen in the state of the tick after.
 *
 * @returns the command as it stands in the log, stamped with its tick
 * @throws CommandError COMMAND_INVALID, also at MAX_TICK, or COMMANDS_FULL when there is no room for it, pending or in
 * its tick
 * @throws WorldError WORLD_BUSY while workers step the world, when `team.command` is the way; nothing is changed
 */
export function command(world: World, input: CommandInput): Command {
  const inner = innerOf(world);
  checkAtBoundary(inner, 'command');
  const { scenario, plan, host, tick } = inner;
  if (tick >= MAX_TICK) {
    refuse([
      { path: '$', found: `a command at tick ${tick}, the last`, expected: 'an earlier tick' },
    ]);
  }
  const checked = checkCommand(scenario, plan.largestRadius, input, (one) => endedIn(inner, one));
  const needed = checked.type === 'write' ? withoutUnchanged(inner, checked) : checked;
  const stamped = { ...needed, tick };
  const roster = rosterOf(scenario, host.log);
  const problems = roster.check(stamped);
  if (problems.length > 0) refuse(problems);
  host.commands.add(stamped);
  roster.take(stamped);
  host.log.push(stamped);
  return stamped;
}

/** Finds ids of agents that have ended: the command would do nothing to them, or with them. */
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

/** Takes down the ids of a list that are not of the living. */
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
    // One that no agent can have is a problem of its own.
    if (at === undefined || (status[at] !== STATUS.dead && id[at] === ids[k])) continue;
    const found = `${ids[k]}, which is not alive`;
    problems.push({ path: pathOf(k), found, expected: 'the id of a living agent' });
  }
}
