import { SkeinError, show } from '../errors.ts';
import { findExcess, findTwinKey } from '../json-text.ts';
import { SIZE } from '../schema/guard.ts';
import type { Law } from './law.ts';
import { readLaw } from './read-law.ts';

/** Longest text of laws that is read at all: that of a scenario, which may hold them. */
export const MAX_LAWS_BYTES = 16 * 0x100000;

/**
 * Reads laws from JSON text: a list of them, one alone, or a scenario with the key `laws`, of which nothing
 * else is checked.
 *
 * @throws SkeinError LAWS_INVALID for a text that is not such JSON, or is too large, and for two laws of one
 * name
 * @throws LawError LAW_INVALID for a law that is refused
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
 * Checks laws that come from outside, and that there is a first one and no two of one name.
 *
 * @param path what they are called in errors
 * @throws LawError LAW_INVALID for a law that is refused
 * @throws SkeinError LAWS_INVALID
 */
export function readLaws(input: readonly unknown[], path = '$'): readonly Law[] {
  if (input.length === 0) throw refusal(path, 'an empty list', 'one law at least');
  const places = new Map<string, number>();
  return input.map((one, index) => {
    const law = readLaw(one);
    const twin = places.get(law.name);
    if (twin !== undefined) {
      const expected = `a name of its own: ${path}[${twin}] has this one`;
      throw refusal(`${path}[${index}].name`, show(law.name), expected);
    }
    places.set(law.name, index);
    return law;
  });
}

/**
 * The laws as JSON text that `readLawsText` reads and that may stand in a scenario: a line for each
 * parameter and each node, the same for the same laws.
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
  return `[\n${elements.map((one) => `${indent}  ${one}`).join(',\n')}\n${indent}]`;
}

function jsonOf(text: string): unknown {
  // UTF-16 units never outnumber UTF-8 bytes.
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
