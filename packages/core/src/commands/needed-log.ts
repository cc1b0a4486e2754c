import type { Command } from '../scenario/schema.ts';

/** A log that may lack early commands. */
export interface KeptLog {
  /**
   * The commands that programs gave to a world, in the order of their ticks. They do not include the commands of the
   * scenario.
   */
  readonly log: readonly Command[];
  /** The first tick of which the log has all commands. */
  readonly logSince: number;
}

/**
 * Leaves out the commands of a log that nothing needs from the beginning of a tick on. Keeps all commands of that tick and
 * of later ones, and of the earlier ones those that say which obstacles can be named.
 *
 * An obstacle that was added and removed again needs neither command, unless it has a motion: the row of such an obstacle
 * stays taken. The result for a tick is the same if the log was shortened for an earlier tick before.
 */
export function neededLog({ log, logSince }: KeptLog, tick: number): KeptLog {
  const kept: (Command | undefined)[] = [];
  /** The index in `kept` of the last command that added an obstacle, by its name. */
  const added = new Map<string, number>();
  let since = logSince;
  for (const command of log) {
    if (command.tick >= tick || isNeeded(command, kept, added)) kept.push(command);
    else since = Math.max(since, command.tick + 1);
  }
  return { log: kept.filter((command) => command !== undefined), logSince: since };
}

/** Whether an executed command is needed. A command that removes an obstacle takes the one that added it out of `kept`. */
function isNeeded(
  command: Command,
  kept: (Command | undefined)[],
  added: Map<string, number>,
): boolean {
  if (command.type !== 'obstacle' || (command.do !== 'add' && command.do !== 'remove'))
    return false;
  const { name } = command;
  if (command.do === 'add') {
    added.set(name, kept.length);
    return true;
  }
  const at = added.get(name) ?? -1;
  added.delete(name);
  const adding = kept[at];
  if (adding?.type !== 'obstacle' || adding.obstacle?.motion !== undefined) return true;
  kept[at] = undefined;
  return false;
}
