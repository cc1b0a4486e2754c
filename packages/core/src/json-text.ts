import { charactersOf } from './path/characters.ts';

/** Limits on the size of a JSON text, regardless of its content. */
export interface JsonLimits {
  /** The maximum depth at which objects and arrays may be nested inside the outermost value. */
  readonly depth: number;
  /** The maximum number of keys in one object. */
  readonly keys: number;
  /**
   * The maximum number of elements in one array. An array may be longer if its elements are arrays, as in a list of
   * points.
   */
  readonly elements: number;
  /** The maximum number of objects and arrays in the whole text. */
  readonly parts: number;
}

/** Two phrases for a message about the first limit that a JSON text exceeds: what was found, and what is allowed. */
export interface JsonExcess {
  readonly found: string;
  readonly expected: string;
}

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Finds the first limit that a JSON text exceeds. Does not parse the text, because JSON.parse would take seconds to
 * turn 16 MB of brackets into a gigabyte of objects. Does not check that the text is valid JSON.
 */
export function findExcess(text: string, limits: JsonLimits): JsonExcess | undefined {
  const { depth: mostDepth, keys, elements, parts: mostParts } = limits;
  // For each open object, the number of its colons so far; for each open array, the number of its commas.
  const counts = new Uint32Array(mostDepth + 2);
  const isArray = new Uint8Array(mostDepth + 2);
  let depth = 0;
  let parts = 0;
  let last = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 0x20) continue;
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      depth++;
      if (depth > mostDepth + 1) return excess(`${depth - 1} levels`, `${mostDepth} levels`);
      parts++;
      if (parts > mostParts) {
        return excess(`more than ${mostParts} objects and arrays`, `${mostParts}`);
      }
      counts[depth] = 0;
      isArray[depth] = code === OPEN_ARRAY ? 1 : 0;
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      if (depth > 0) depth--;
    } else if (code === COLON && isArray[depth] === 0) {
      counts[depth]++;
      if (counts[depth] > keys) return excess(`more than ${keys} keys`, `${keys} keys`);
    } else if (code === COMMA && isArray[depth] === 1) {
      counts[depth]++;
      if (counts[depth] >= elements && last !== CLOSE_ARRAY) {
        return excess(`more than ${elements} elements that are not lists`, `${elements}`);
      }
    }
    last = code;
  }
  return undefined;
}

function excess(found: string, most: string): JsonExcess {
  return { found, expected: `at most ${most}` };
}

/** A key that occurs a second time in its object. */
export interface TwinKey {
  /** The keys and indices that lead from the outermost value to the repeated key. The repeated key is the last. */
  readonly path: readonly (string | number)[];
  /** The position of the second occurrence of the key. Lines and columns are counted from 1, columns in characters. */
  readonly line: number;
  readonly column: number;
}

/**
 * Finds the first key that occurs twice in one object. The text must be valid JSON. JSON.parse would silently keep the
 * last occurrence only.
 */
export function findTwinKey(text: string): TwinKey | undefined {
  // For each open object, its keys so far; for each open array, undefined. `path` is the current position.
  const keys: (Set<string> | undefined)[] = [undefined];
  const path: (string | number)[] = [0];
  let isKey = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      if (isKey) {
        const key = decoded(text, at, end);
        path[path.length - 1] = key;
        const known = keys.at(-1)!;
        if (known.has(key)) return { path: path.slice(1), ...placeOf(text, at) };
        known.add(key);
        isKey = false;
      }
      at = end;
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      isKey = code === OPEN_OBJECT;
      keys.push(isKey ? new Set() : undefined);
      path.push(0);
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      keys.pop();
      path.pop();
      isKey = false;
    } else if (code === COMMA) {
      isKey = keys.at(-1) !== undefined;
      if (!isKey) (path[path.length - 1] as number)++;
    }
  }
  return undefined;
}

/** Decodes a string literal. Keys are compared in decoded form, because escapes are optional. */
function decoded(text: string, begin: number, end: number): string {
  const plain = text.slice(begin + 1, end);
  return plain.includes('\\') ? (JSON.parse(text.slice(begin, end + 1)) as string) : plain;
}

function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: charactersOf(before.at(-1)!).length + 1 };
}

/** The index of the quote that closes the string beginning at `begin`; the length of the text if no quote closes it. */
function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
