/** How much JSON may hold, whatever it says. */
export interface JsonLimits {
  /** Objects and arrays inside the outermost one, one in the other. */
  readonly depth: number;
  /** Keys of one object. */
  readonly keys: number;
  /** Elements of an array that are no arrays themselves; lists of points may be longer. */
  readonly elements: number;
  /** Objects and arrays in all. */
  readonly parts: number;
}

/** What is too much in a JSON text. */
export interface JsonExcess {
  readonly found: string;
  readonly expected: string;
}

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Finds what in a text is beyond the limits, without making anything of it, and stops there: of 16 MB of
 * brackets JSON.parse makes a gigabyte, in seconds. Whether the text is JSON it does not say.
 */
export function findExcess(text: string, limits: JsonLimits): JsonExcess | undefined {
  const { depth: mostDepth, keys, elements, parts: mostParts } = limits;
  // Of each object and array that is open: colons of the one, commas of the other.
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
        return excess(`more than ${elements} elements that are no lists`, `${elements}`);
      }
    }
    last = code;
  }
  return undefined;
}

function excess(found: string, most: string): JsonExcess {
  return { found, expected: `at most ${most}` };
}

/** A key that stands a second time in its object. */
export interface TwinKey {
  /** Keys and indices from the outermost value on; the key itself is the last. */
  readonly path: readonly (string | number)[];
  /** Where it stands the second time; both count from 1. */
  readonly line: number;
  readonly column: number;
}

/**
 * Finds the first key that stands twice in one object of a text that is JSON. JSON.parse takes the last
 * of them without a word.
 */
export function findTwinKey(text: string): TwinKey | undefined {
  // Of each object and array that is open: the keys so far, none of an array; and where in it we are.
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

/** A string from its quotes; the same key may be written with escapes or without. */
function decoded(text: string, begin: number, end: number): string {
  const plain = text.slice(begin + 1, end);
  return plain.includes('\\') ? (JSON.parse(text.slice(begin, end + 1)) as string) : plain;
}

function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

/** Where the string that begins at `begin` ends; the end of the text when it does not. */
function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
