import { show } from '../errors.ts';
import { guessText } from './known-keys.ts';

/** Takes down a problem; `kind` tells one that depends on nothing but a name and the names that there are. */
export type Report = (path: string, found: string, expected: string, kind?: 'reference') => void;

/** Reports a name that no element of the list has; true when it is there. */
export function checkReference(
  reference: string,
  path: string,
  kind: string,
  named: readonly ({ name?: string | undefined } | undefined)[],
  report: Report,
): boolean {
  if (named.some((element) => element?.name === reference)) return true;
  // The element meant may be one that is wrong itself, and reported already.
  if (named.some((element) => element === undefined)) return false;
  const names = named.flatMap((element) => element?.name ?? []);
  report(
    path,
    show(reference) + guessText(reference, names),
    names.length === 0
      ? `a ${kind}, but there is none`
      : `a ${kind}: ${names.map(show).join(', ')}`,
    'reference',
  );
  return false;
}
