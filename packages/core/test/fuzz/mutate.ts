import type { Random } from './fuzzer.ts';

/** What may stand anywhere in a file that was written by hand, or to do harm. */
const VALUES = [
  ...[
    'null',
    'true',
    'false',
    '""',
    '"s0"',
    '"t0"',
    '"boid"',
    '"wrap"',
    '[]',
    '{}',
    '[0,0,0]',
    '[1]',
  ],
  ...[
    '0',
    '-0',
    '1',
    '-1',
    '0.5',
    '2',
    '3',
    '17',
    '255',
    '1024',
    '4096',
    '65536',
    '4194304',
    '4194305',
  ],
  ...['1e-308', '5e-324', '1e-45', '1e-7', '3000', '-1e5', '100000', '1e308', '3.4e38', '3.5e38'],
  ...['2147483648', '4294967295', '4294967296', '9007199254740993', '1e999', '-1e999', '1e-999'],
  ...['NaN', 'Infinity', '-Infinity', 'undefined', '"NaN"', '"\\ud800"', '"\udfff"', '"\\u0000"'],
  ...[
    '{"__proto__":{"count":1}}',
    '{"type":"wander"}',
    '{"type":"navigate"}',
    '{"length":9}',
    '01',
  ],
  ...[
    '{"type":"orca"}',
    '{"type":"context"}',
    '{"type":"separation","radius":1e-30}',
    '"constructor"',
  ],
];
const KEYS = ['__proto__', 'constructor', 'toString', 'prototype', 'hasOwnProperty', 'length', ''];
const CHARACTERS = [
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\\',
  '-',
  'e',
  '.',
  '0',
  '\n',
  '\r',
  '\t',
  '#',
];
const STRANGE = [
  '\ud800',
  '\udc00',
  '\u0000',
  '\ufeff',
  '\u2028',
  '@',
  'T',
  '9',
  'é',
  '\u0661',
  ' ',
];

/** A token of JSON: a string, a number or word, or one character. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[-+.\w]+|[{}[\],:]/g;

interface Span {
  readonly begin: number;
  readonly end: number;
  /** Whether it is the key of a member; the span ends with the key. */
  readonly key: boolean;
}

/** Keys and values of a JSON text, whether it is whole or not. */
function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  const open: number[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    const begin = match.index;
    const end = begin + token.length;
    if (token === '{' || token === '[') open.push(begin);
    else if (token === '}' || token === ']')
      spans.push({ begin: open.pop() ?? 0, end, key: false });
    else if (token !== ',' && token !== ':') {
      spans.push({ begin, end, key: /^\s*:/.test(text.slice(end, end + 4)) });
    }
  }
  return spans;
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)];
}

function put(text: string, { begin, end }: Span, instead: string): string {
  return text.slice(0, begin) + instead + text.slice(end);
}

/** A number near one that was found, or as near to a limit. */
function otherNumber(text: string, random: Random): string {
  const value = Number(text);
  const ways = [-value, value * 10, value / 10, value + 1, value - 1, value * 2 ** 32, 1 / value];
  const other = random() < 0.3 ? Math.fround(value * (1 + random())) : pick(ways, random);
  return String(other);
}

/** Replaces, removes, doubles, adds, swaps or wraps a part of a JSON text. */
export function mutateJson(text: string, other: string, random: Random): string {
  const spans = spansOf(text);
  if (spans.length === 0 || random() < 0.1) return mutateCharacters(text, other, random);
  const span = pick(spans, random);
  const own = text.slice(span.begin, span.end);
  const way = random();
  if (span.key) {
    if (way < 0.3) return put(text, span, JSON.stringify(pick(KEYS, random)));
    if (way < 0.5) return put(text, span, random() < 0.5 ? own.toUpperCase() : own.toLowerCase());
    if (way < 0.8) return put(text, span, `${own}:${pick(VALUES, random)},${own}`);
    return put(text, span, `${JSON.stringify(pick(KEYS, random))}:${pick(VALUES, random)},${own}`);
  }
  if (/^-?\d/.test(own) && way < 0.4) return put(text, span, otherNumber(own, random));
  if (way < 0.6) return put(text, span, pick(VALUES, random));
  if (way < 0.68) return put(text, span, `${own},${own}`);
  if (way < 0.74) return put(text, span, '');
  if (way < 0.78) return put(text, span, `"${'x'.repeat(10 ** (1 + 4 * random()))}"`);
  if (way < 0.82) {
    const levels = Math.floor(random() < 0.9 ? 40 * random() : 20_000);
    return put(text, span, '['.repeat(levels) + own + ']'.repeat(levels));
  }
  if (way < 0.86) return put(text, span, `[${`${own},`.repeat(300 * random())}${own}]`);
  const donor = random() < 0.5 ? text : other;
  const given = pick([...spansOf(donor).filter(({ key }) => !key), span], random);
  return put(text, span, donor.slice(given.begin, given.end));
}

/** Flips, cuts, inserts, doubles or splices characters. */
export function mutateCharacters(text: string, other: string, random: Random): string {
  const at = Math.floor(random() * (text.length + 1));
  const until = Math.min(text.length, at + Math.floor(1 + 20 * random() ** 3));
  const way = random();
  if (way < 0.2) return text.slice(0, at) + text.slice(until);
  if (way < 0.3) return text.slice(0, at);
  if (way < 0.5) return text.slice(0, at) + pick(CHARACTERS, random) + text.slice(until);
  if (way < 0.65) return text.slice(0, at) + pick(STRANGE, random) + text.slice(at);
  if (way < 0.75) return text.slice(0, at) + text.slice(at, until).repeat(3) + text.slice(until);
  if (way < 0.85) return text.slice(0, at) + pick(VALUES, random) + text.slice(until);
  if (way < 0.9) return text.replaceAll('\n', pick(['\r\n', '\r', '\n\n', ''], random));
  const cut = Math.floor(random() * (other.length + 1));
  return text.slice(0, at) + other.slice(cut, cut + 200);
}

const WORDS = [0, 1, 2, 0x7f, 0x80, 0xff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff];
const BITS = [0x7f800000, 0xff800000, 0x7fc00000, 0x80000000, 1, 0x7f7fffff, 0x3f800000];

/** Flips, sets, cuts, doubles or splices bytes, mostly without changing how many there are. */
export function mutateBytes(bytes: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  const copy = bytes.slice();
  if (copy.length === 0) return copy;
  const at = Math.floor(random() * copy.length);
  const way = random();
  if (way < 0.25) copy[at] ^= 1 << Math.floor(8 * random());
  else if (way < 0.4) copy[at] = Math.floor(256 * random());
  else if (way < 0.7) {
    // Columns consist of words, and most of a section is columns.
    const word = Math.min(at, copy.length - 4);
    if (word < 0) return copy;
    const value = random() < 0.5 ? pick(WORDS, random) : pick(BITS, random);
    new DataView(copy.buffer).setUint32(word, value, true);
  } else if (way < 0.8) copy.copyWithin(at, Math.floor(random() * copy.length), copy.length);
  else if (way < 0.88) copy.set(other.subarray(0, copy.length - at), at);
  else if (way < 0.94) return copy.slice(0, at);
  else {
    const more = 1 + Math.floor(64 * random());
    return Uint8Array.from([
      ...copy.subarray(0, at),
      ...copy.subarray(at, at + more),
      ...copy.subarray(at),
    ]);
  }
  return copy;
}
