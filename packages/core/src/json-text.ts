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

/** Where the string that begins at `begin` ends; the end of the text when it does not. */
function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
