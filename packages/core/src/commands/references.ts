import { show } from '../errors.ts';
import { guessText } from '../scenario/known-keys.ts';
import type { Named, ReportProblem } from './define-command.ts';

/**
 * A command can name an element of `list`. Returns the element with this name, or the first element if `name` is
 * undefined. Reports a name that does not exist.
 *
 * @param kind the kind of the elements, such as "target", and also the key under which the command gives the name
 */
export function findNamed<T extends Named>(
  kind: string,
  list: readonly (T | undefined)[],
  name: string | undefined,
  report: ReportProblem,
): T | undefined {
  const found = name === undefined ? list[0] : list.find((value) => value?.name === name);
  if (found !== undefined) return found;
  // An element that is not valid may be the one that is meant.
  if (list.includes(undefined)) return undefined;
  if (list.length === 0) {
    if (name === undefined) report('', `a scenario without a ${kind}`, `a scenario with a ${kind}`);
    else report(`.${kind}`, show(name), `a ${kind}, but the scenario has none`);
    return undefined;
  }
  const names = list.map((value) => value!.name);
  const guess = guessText(name!, names);
  report(`.${kind}`, show(name) + guess, `one of ${names.map(show).join(', ')}`);
  return undefined;
}

/** The index of the element with this name; 0 if `name` is undefined. */
export function indexOfNamed(list: readonly Named[], name: string | undefined): number {
  return name === undefined ? 0 : list.findIndex((one) => one.name === name);
}
