import { type KeptLog, neededLog } from '../commands/needed-log.ts';
import type { Command } from '../scenario/schema.ts';
import { jsonDifference } from './json-difference.ts';
import type { DifferentCommand } from './world-difference.ts';

/** Finds the first command that differs between two lists. */
export function compareCommands(
  list: DifferentCommand['list'],
  a: readonly Command[],
  b: readonly Command[],
): DifferentCommand | undefined {
  const most = Math.max(a.length, b.length);
  for (let index = 0; index < most; index++) {
    if (jsonDifference(a[index], b[index]) === undefined) continue;
    return { part: 'command', list, index, a: a[index], b: b[index] };
  }
  return undefined;
}

/** Finds the first command that differs between two logs. Commands that one of them no longer has are left out. */
export function compareLogs(a: KeptLog, b: KeptLog): DifferentCommand | undefined {
  const since = Math.max(a.logSince, b.logSince);
  return compareCommands('log', neededLog(a, since).log, neededLog(b, since).log);
}

/** Finds the first command that differs between two logs, among those that are executed before `tick`. */
export function commandBefore(tick: number, a: KeptLog, b: KeptLog): DifferentCommand | undefined {
  const difference = compareLogs(a, b);
  if (difference === undefined) return undefined;
  const at = Math.min(
    difference.a?.tick ?? Number.POSITIVE_INFINITY,
    difference.b?.tick ?? Number.POSITIVE_INFINITY,
  );
  return at < tick ? difference : undefined;
}
