// jsonc-parser, which VS Code uses for its settings: it keeps offsets, and continues after an error.
import { createScanner, type Node, parseTree } from 'jsonc-parser';

/**
 * A part of a text. The character at index `from` is the first of the part. The character at index `to` is the first
 * after the part.
 */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The text of a JSON file, which may have comments and trailing commas. Finds the position of each value in the text.
 */
export class JsonSource {
  /** The text without a byte order mark, which editors on Windows may add. */
  readonly text: string;
  #plain: string | undefined;
  #tree: Node | undefined;

  constructor(text: string) {
    this.text = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  }

  /** The text as strict JSON: comments and trailing commas are replaced with spaces, so all offsets stay the same. */
  get plain(): string {
    this.#plain ??= MAY_HAVE_EXTRAS.test(this.text) ? withoutExtras(this.text) : this.text;
    return this.#plain;
  }

  /**
   * Returns the span of the value at a path such as `$.species[0].count`. If the value is an object or a list, returns
   * the span of its key. If the value is missing, returns the span of the object that should contain it. An index into
   * a string selects one character.
   *
   * @param isKey whether to return the span of the key in every case
   */
  spanOf(path: string, isKey = false): Span {
    this.#tree ??= parseTree(this.text, [], { allowTrailingComma: true });
    let node = this.#tree;
    let key: Node | undefined;
    if (node === undefined) return { from: 0, to: 0 };
    for (const part of partsOf(path)) {
      const child = childOf(node, part);
      if (child === undefined) return this.#characterOf(node, part) ?? spanOfValue(node, key);
      ({ key, node } = child);
    }
    return isKey && key !== undefined ? spanOfNode(key) : spanOfValue(node, key);
  }

  /** Finds a character of a string by its index, for example in a row of a map. An escape counts as one character. */
  #characterOf({ type, offset, length }: Node, part: Part): Span | undefined {
    if (type !== 'string' || typeof part !== 'number') return undefined;
    const characters = this.text.slice(offset + 1, offset + length - 1).match(CHARACTER) ?? [];
    if (part >= characters.length) return undefined;
    const from = offset + 1 + characters.slice(0, part).join('').length;
    return { from, to: from + characters[part].length };
  }
}

/** Matches one character in the source of a JSON string. An escape sequence is matched as one character. */
const CHARACTER = /\\u[\da-f]{4}|\\.|[^\\]/gi;

function spanOfValue(node: Node, key: Node | undefined): Span {
  if (node.type !== 'object' && node.type !== 'array') return spanOfNode(node);
  return key === undefined ? { from: node.offset, to: node.offset + 1 } : spanOfNode(key);
}

function spanOfNode({ offset, length }: Node): Span {
  return { from: offset, to: offset + length };
}

/** Finds a child of a node: in an object, the value with a given key; in a list, the element with a given index. */
function childOf(node: Node, part: Part): { key?: Node; node: Node } | undefined {
  const { children = [] } = node;
  if (typeof part === 'number') {
    return node.type === 'array' && part < children.length ? { node: children[part] } : undefined;
  }
  if (node.type !== 'object') return undefined;
  // When a key occurs twice, JSON.parse uses the last value.
  const property = [...children]
    .reverse()
    .find(({ children: [key] = [] }) => part.test(key?.value));
  const [key, value] = property?.children ?? [];
  return key && { key, node: value ?? key };
}

/** One part of a path: an index into a list, or a test that recognizes a key. */
type Part = number | { test(key: string): boolean };

const PART = /\.([A-Za-z_$][\w$-]*)|(?:\.(?=\d)|\[)(\d+)\]?|\[("(?:[^"\\]|\\.)*")\]/y;

/** Returns the parts of a path, up to the first part that cannot be parsed. */
function partsOf(path: string): Part[] {
  const parts: Part[] = [];
  PART.lastIndex = 1;
  for (let match = PART.exec(path); match !== null; match = PART.exec(path)) {
    const [, name, index, quoted] = match;
    if (index !== undefined) parts.push(Number(index));
    else if (name !== undefined) parts.push({ test: (key) => key === name });
    else parts.push(quotedKey(JSON.parse(quoted) as string));
  }
  return parts;
}

/**
 * Returns a test for whether a key is the one that a message shows as `shown`. Messages shorten long keys. If `shown`
 * is shortened, every key with the same beginning passes the test.
 */
function quotedKey(shown: string): Part {
  const begin = shown.length === 60 && shown.endsWith('...') ? shown.slice(0, -3) : undefined;
  return { test: (key) => key === shown || (begin !== undefined && key.startsWith(begin)) };
}

const MAY_HAVE_EXTRAS = /\/[/*]|,\s*[\]}]/;

function withoutExtras(text: string): string {
  const scanner = createScanner(text);
  const extras: Span[] = [];
  /** The offsets of the last two tokens that are not comments or white space. */
  let [before, last] = [-1, -1];
  for (;;) {
    scanner.scan();
    const at = scanner.getTokenOffset();
    if (at >= text.length) break;
    const to = at + scanner.getTokenLength();
    if (/^\/[/*]/.test(text.slice(at, at + 2))) {
      // An unterminated comment stays in the text, so that the parser reports it.
      if (scanner.getTokenError() === 0) extras.push({ from: at, to });
      continue;
    }
    if (/\s/.test(text[at])) continue;
    if (/[\]}]/.test(text[at]) && text[last] === ',' && !/[[{,]/.test(text[before] ?? '[')) {
      extras.push({ from: last, to: last + 1 });
    }
    [before, last] = [last, at];
  }
  let plain = '';
  let end = 0;
  for (const { from, to } of extras.sort((a, b) => a.from - b.from)) {
    plain += text.slice(end, from) + text.slice(from, to).replace(/[^\r\n]/g, ' ');
    end = to;
  }
  return plain + text.slice(end);
}
