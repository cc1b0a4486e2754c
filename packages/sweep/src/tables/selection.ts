import type { Scenario } from '@skein/core';
import { guessText } from '@skein/core/describe';
import { show } from '@skein/core/internal';
import { TableError } from './table-error.ts';

const MAX_ID = 0xffff_ffff;
/** The maximum number of parts of a list, so that each agent is compared with few ranges. */
const MAX_PARTS = 1000;

/** Chosen agents: all of some species, and those with some ids. */
export interface Selection {
  /** The indices of the species. */
  readonly species: ReadonlySet<number>;
  /** Ranges of ids, both ends included. */
  readonly ids: readonly { readonly from: number; readonly to: number }[];
}

/** Whether the agent with this species and this id is chosen. */
export function isSelected({ species, ids }: Selection, ofSpecies: number, id: number): boolean {
  return species.has(ofSpecies) || ids.some(({ from, to }) => from <= id && id <= to);
}

/**
 * Reads a list of agents: names of species, ids and ranges of ids, separated by commas, such as `boid,0..99`. An agent is
 * chosen if any part of the list names it. A name of a species that looks like an id means the species.
 *
 * @param place what the message of an error calls the list
 * @throws TableError TABLE_INVALID for an empty list or part, an unknown species, an empty range, or too many parts
 */
export function readSelection(
  text: string,
  { species }: Pick<Scenario, 'species'>,
  place = 'only',
): Selection {
  const names = species.map(({ name }) => name);
  const parts = text.split(',').map((part) => part.trim());
  const refuse = (found: string, expected: string): never => {
    throw new TableError('TABLE_INVALID', place, found, expected);
  };
  if (parts.length > MAX_PARTS) refuse(`${parts.length} parts`, `at most ${MAX_PARTS}`);
  const chosen = new Set<number>();
  const ids: { from: number; to: number }[] = [];
  for (const part of parts) {
    const at = names.indexOf(part);
    const range = /^(\d{1,10})(?:\.\.(\d{1,10}))?$/.exec(part);
    if (at >= 0) chosen.add(at);
    else if (range !== null) ids.push(rangeOf(range[1], range[2] ?? range[1], refuse));
    else {
      const found = part === '' ? 'an empty name' : `${show(part)}${guessText(part, names)}`;
      refuse(found, `a species (${names.join(', ')}), an id, or a range of ids such as 0..99`);
    }
  }
  return { species: chosen, ids };
}

function rangeOf(
  first: string,
  last: string,
  refuse: (found: string, expected: string) => never,
): { from: number; to: number } {
  const [from, to] = [Number(first), Number(last)];
  if (to > MAX_ID || from > MAX_ID) refuse(`the id ${Math.max(from, to)}`, `at most ${MAX_ID}`);
  if (from > to)
    refuse(`the empty range ${from}..${to}`, 'a range from the smaller id to the larger');
  return { from, to };
}
