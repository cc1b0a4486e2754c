import { show } from '../errors.ts';
import { guessText } from '../scenario/known-keys.ts';
import type { ReportProblem } from './define-command.ts';

interface Named {
  readonly name: string;
}

/**
 * Finds what a command names: the first one when it names none. Reports a name that does not exist.
 *
 * @param kind what is named, and the key of the name: "target"
 */
export function findNamed<T extends Named>(
  kind: string,
  list: readonly (T | undefined)[],
  name: string | undefined,
  report: ReportProblem,
): T | undefined {
  const found = name === undefined ? list[0] : list.find((one) => one?.name === name);
  if (found !== undefined) return found;
  // One that is wrong itself may be the one that is meant.
  if (list.includes(undefined)) return undefined;
  if (list.length === 0) {
    if (name === undefined) report('', `a scenario without a ${kind}`, 'one that has one');
    else report(`.${kind}`, show(name), `a ${kind}, but the scenario has none`);
    return undefined;
  }
  const names = list.map((one) => one!.name);
  const guess = guessText(name!, names);
  report(`.${kind}`, show(name) + guess, `one of ${names.map(show).join(', ')}`);
  return undefined;
}

/** Where a name stands in a list; the first place when there is no name. */
export function indexOfNamed(list: readonly Named[], name: string | undefined): number {
  return name === undefined ? 0 : list.findIndex((one) => one.name === name);
}
