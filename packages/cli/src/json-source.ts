// jsonc-parser: what VS Code reads its settings with; it keeps offsets, and reads on after an error.
import { createScanner, type Node, parseTree } from 'jsonc-parser';

/** A part of a text, from one character to before another. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The text of a JSON file, in which comments and trailing commas are allowed, and where things are in it. */
export class JsonSource {
  /** The text without a byte order mark, which editors on Windows may write. */
  readonly text: string;
  #plain: string | undefined;
  #tree: Node | undefined;

  constructor(text: string) {
    this.text = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  }

  /** The text as JSON proper: blanks replace comments and trailing commas, and all else keeps its offset. */
  get plain(): string {
    this.#plain ??= MAY_HAVE_EXTRAS.test(this.text) ? withoutExtras(this.text) : this.text;
    return this.#plain;
  }

  /**
   * Where the value of a path such as `$.species[0].count` is; of an object or a list its key. What is missing
   * is where it should be: in the object that lacks it. An index into a string is one of its characters.
   *
   * @param isKey whether the key itself is meant
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

  /** A character of a string by its index, as of a row of a map; an escape is one. */
  #characterOf({ type, offset, length }: Node, part: Part): Span | undefined {
    if (type !== 'string' || typeof part !== 'number') return undefined;
    const characters = this.text.slice(offset + 1, offset + length - 1).match(CHARACTER) ?? [];
    if (part >= characters.length) return undefined;
    const from = offset + 1 + characters.slice(0, part).join('').length;
    return { from, to: from + characters[part].length };
  }
}

/** A character of a string as JSON writes it. */
const CHARACTER = /\\u[\da-f]{4}|\\.|[^\\]/gi;

function spanOfValue(node: Node, key: Node | undefined): Span {
  if (node.type !== 'object' && node.type !== 'array') return spanOfNode(node);
  return key === undefined ? { from: node.offset, to: node.offset + 1 } : spanOfNode(key);
}

function spanOfNode({ offset, length }: Node): Span {
  return { from: offset, to: offset + length };
}

/** A child of an object by its key, or of a list by its index. */
function childOf(node: Node, part: Part): { key?: Node; node: Node } | undefined {
  const { children = [] } = node;
  if (typeof part === 'number') {
    return node.type === 'array' && part < children.length ? { node: children[part] } : undefined;
  }
  if (node.type !== 'object') return undefined;
  // JSON.parse takes the last of two values for a key.
  const property = [...children]
    .reverse()
    .find(({ children: [key] = [] }) => part.test(key?.value));
  const [key, value] = property?.children ?? [];
  return key && { key, node: value ?? key };
}

/** An index, or a test for a key. */
type Part = number | { test(key: string): boolean };

const PART = /\.([A-Za-z_$][\w$-]*)|(?:\.(?=\d)|\[)(\d+)\]?|\[("(?:[^"\\]|\\.)*")\]/y;

/** The parts of a path, as far as it is one. */
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

/** A key in quotes, which paths shorten. */
function quotedKey(shown: string): Part {
  const begin = shown.length === 60 && shown.endsWith('...') ? shown.slice(0, -3) : undefined;
  return { test: (key) => key === shown || (begin !== undefined && key.startsWith(begin)) };
}

const MAY_HAVE_EXTRAS = /\/[/*]|,\s*[\]}]/;

function withoutExtras(text: string): string {
  const scanner = createScanner(text);
  const extras: Span[] = [];
  /** The last two tokens that are not comments or blanks. */
  let [before, last] = [-1, -1];
  for (;;) {
    scanner.scan();
    const at = scanner.getTokenOffset();
    if (at >= text.length) break;
    const to = at + scanner.getTokenLength();
    if (/^\/[/*]/.test(text.slice(at, at + 2))) {
      // A comment without an end stays, and is refused.
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
