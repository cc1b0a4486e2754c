import { show } from '../errors.ts';
import { guessText } from './known-keys.ts';

/**
 * Reports a problem. The kind "reference" marks a problem that depends only on a name and on the list of existing
 * names.
 */
export type Report = (path: string, found: string, expected: string, kind?: 'reference') => void;

/**
 * Returns whether an element of `named` has the name `reference`. If all elements are valid, but none of them has this
 * name, reports a problem.
 */
export function checkReference(
  reference: string,
  path: string,
  kind: string,
  named: readonly ({ name?: string | undefined } | undefined)[],
  report: Report,
): boolean {
  if (named.some((element) => element?.name === reference)) return true;
  // The name may belong to an element that is not valid, which is reported elsewhere.
  if (named.some((element) => element === undefined)) return false;
  const names = named.flatMap((element) => element?.name ?? []);
  report(
    path,
    show(reference) + guessText(reference, names),
    names.length === 0
      ? `the name of a ${kind}, but the scenario has none`
      : `a ${kind}: ${names.map(show).join(', ')}`,
    'reference',
  );
  return false;
}
