import { SkeinError, show } from '../errors.ts';
import { findExcess, findTwinKey } from '../json-text.ts';
import { SIZE } from '../schema/guard.ts';
import type { Law } from './law.ts';
import { readLaw } from './read-law.ts';

/** Maximum size in bytes of a text of laws. A scenario, which can contain laws, has the same limit. */
export const MAX_LAWS_BYTES = 16 * 0x100000;

/**
 * Reads laws from JSON text: a list of laws, a single law, or a scenario with the key `laws`. Other keys of a scenario
 * are not checked.
 *
 * @throws SkeinError LAWS_INVALID if the text is not such JSON, is too large, or has two laws with the same name
 * @throws LawError LAW_INVALID if a law is refused
 */
export function readLawsText(text: string): readonly Law[] {
  const input = jsonOf(text);
  if (Array.isArray(input)) return readLaws(input, '$');
  if (typeof input !== 'object' || input === null) {
    throw refusal('$', show(input), 'a list of laws, a law, or a scenario with laws');
  }
  if (Object.hasOwn(input, 'law')) return [readLaw(input)];
  const { laws } = input as { readonly laws?: unknown };
  if (Array.isArray(laws)) return readLaws(laws, '$.laws');
  throw refusal('$.laws', show(laws), 'a list of laws');
}

/**
 * Checks a list of laws that comes from outside. It must have at least one law, and no two laws with the same name.
 *
 * @param path the name of the list in errors
 * @throws LawError LAW_INVALID if a law is refused
 * @throws SkeinError LAWS_INVALID if the list is empty, or a name is used twice
 */
export function readLaws(input: readonly unknown[], path = '$'): readonly Law[] {
  if (input.length === 0) throw refusal(path, 'an empty list', 'at least one law');
  const places = new Map<string, number>();
  return input.map((value, index) => {
    const law = readLaw(value);
    const twin = places.get(law.name);
    if (twin !== undefined) {
      const expected = `a unique name; ${path}[${twin}] has the same name`;
      throw refusal(`${path}[${index}].name`, show(law.name), expected);
    }
    places.set(law.name, index);
    return law;
  });
}

/**
 * Writes laws as JSON text, with one line for each parameter and for each node. `readLawsText` reads this text. The
 * text can also be the value of `laws` in a scenario. Equal laws give equal text.
 */
export function lawsText(laws: readonly Law[]): string {
  return `${list(laws.map(lawText), '')}\n`;
}

function lawText({ parameters, nodes, vector, ...rest }: Law): string {
  const { law, name, description, aim, result, wants, columns, next, ends, births, deposit } = rest;
  const declared = Object.entries(parameters).map(
    ([key, { unit, default: usual, min, max, description }]) =>
      `      ${JSON.stringify(key)}: ${JSON.stringify({ unit, default: usual, min, max, description })}`,
  );
  const entries = [
    ...Object.entries({ law, name, description, aim }).map(
      ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
    ),
    `"parameters": ${declared.length === 0 ? '{}' : `{\n${declared.join(',\n')}\n    }`}`,
    `"nodes": ${list(
      nodes.map((node) => JSON.stringify(node)),
      '    ',
    )}`,
    `"result": ${JSON.stringify(result)}`,
    `"vector": ${JSON.stringify(vector)}`,
    ...Object.entries({ wants, columns, next, ends, births, deposit }).flatMap(([key, value]) =>
      value === undefined ? [] : [`"${key}": ${JSON.stringify(value)}`],
    ),
  ];
  return `{\n${entries.map((entry) => `    ${entry}`).join(',\n')}\n  }`;
}

function list(elements: readonly string[], indent: string): string {
  return `[\n${elements.map((element) => `${indent}  ${element}`).join(',\n')}\n${indent}]`;
}

function jsonOf(text: string): unknown {
  // A string never has more UTF-16 units than UTF-8 bytes.
  if (text.length > MAX_LAWS_BYTES) {
    throw refusal('$', `${text.length} bytes`, `at most ${MAX_LAWS_BYTES} bytes`);
  }
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const excess = findExcess(body, SIZE);
  if (excess !== undefined) throw refusal('$', excess.found, excess.expected);
  let input: unknown;
  try {
    input = JSON.parse(body);
  } catch (error) {
    const reason = body.trim() === '' ? 'an empty text' : (error as Error).message;
    throw refusal('$', `text that is not JSON (${reason})`, 'JSON of laws');
  }
  const twin = findTwinKey(body);
  if (twin === undefined) return input;
  const place = `in line ${twin.line}, column ${twin.column}`;
  throw refusal('$', `the key ${show(twin.path.at(-1))} a second time, ${place}`, 'each key once');
}

function refusal(path: string, found: string, expected: string): SkeinError {
  return new SkeinError('LAWS_INVALID', `${path}: found ${found}, expected ${expected}.`);
}
