import { jsonPath } from '@skein/core/describe';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONG } from '../../core/test/helpers/long.ts';
import { Lines } from '../src/excerpt.ts';
import { slipsOf } from '../src/json-slips.ts';
import { JsonSource } from '../src/json-source.ts';

type Path = (string | number)[];

/** What may be between two tokens: blanks, and comments with misleading contents. */
const between = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\r\n\t',
  '/* "a": [1, { */',
  '// }, "b\n',
  '/**/',
  ' /* \n , ] */ ',
);

/** Writes a value with comments and trailing commas, and records where each value is. */
function writeValue(
  value: unknown,
  gaps: () => string,
  take: (path: Path, from: number, to: number) => void,
): string {
  let text = '';
  const put = (one: unknown, path: Path): void => {
    text += gaps();
    const from = text.length;
    if (one === null || typeof one !== 'object') text += JSON.stringify(one);
    else {
      const isList = Array.isArray(one);
      const entries = isList ? [...one.entries()] : Object.entries(one);
      text += isList ? '[' : '{';
      for (const [index, [key, inner]] of entries.entries()) {
        text += gaps();
        if (!isList) text += `${JSON.stringify(key)}${gaps()}:`;
        put(inner, [...path, key]);
        if (index < entries.length - 1 || gaps().length % 2 === 1) text += `${gaps()},`;
      }
      text += `${gaps()}${isList ? ']' : '}'}`;
    }
    take(path, from, text.length);
    text += gaps();
  };
  put(value, []);
  return text;
}

const anyValue = fc
  .jsonValue({ maxDepth: 4 })
  .filter((value) => !JSON.stringify(value).includes('__proto__'));

describe('JSON with comments and trailing commas', () => {
  it('reads as the value without them, with each character in its place', () => {
    fc.assert(
      fc.property(anyValue, fc.infiniteStream(between), (value, stream) => {
        const text = writeValue(
          value,
          () => stream.next().value,
          () => {},
        );
        const { plain } = new JsonSource(text);
        expect(JSON.stringify(JSON.parse(plain))).toBe(JSON.stringify(value));
        expect(plain.length).toBe(text.length);
        for (let at = 0; at < text.length; at++) {
          if (plain[at] !== text[at])
            expect([plain[at], text[at]]).toEqual([' ', expect.anything()]);
        }
        expect(plain.split('\n').length).toBe(text.split('\n').length);
      }),
      { numRuns: LONG ? 100 : 30 },
    );
  });

  it('says where the value of each path is', () => {
    fc.assert(
      fc.property(anyValue, fc.infiniteStream(between), (value, stream) => {
        const places: [Path, number, number][] = [];
        const take = (...place: [Path, number, number]) => places.push(place);
        const text = writeValue(value, () => stream.next().value, take);
        const source = new JsonSource(text);
        for (const [path, from, to] of places) {
          const parts = jsonPath(path);
          const span = source.spanOf(parts);
          const isPlain = !/[[{]/.test(text[from]);
          if (isPlain) expect(span, parts).toEqual({ from, to });
          else if (typeof path.at(-1) === 'string') {
            expect(JSON.parse(text.slice(span.from, span.to)), parts).toBe(path.at(-1));
          } else expect(span, parts).toEqual({ from, to: from + 1 });
        }
      }),
    );
  });

  it.each([
    ['a comment without an end', '{} /* no end'],
    ['a comma alone', '{,}'],
    ['two trailing commas', '[1,,]'],
    ['a comma that nothing follows', '{"a": 1},'],
    ['a lone slash', '{"a": 1 / 2}'],
  ])('%s is kept, and is not JSON', (_, text) => {
    const source = new JsonSource(text);
    expect(() => JSON.parse(source.plain)).toThrow(SyntaxError);
    expect(slipsOf(source)).not.toEqual([]);
  });

  it('keeps text in strings that looks like them', () => {
    const text = '{"a": "// no, ]", "b": "/* no */,}"}';
    expect(new JsonSource(text).plain).toBe(text);
  });

  it('begins after a byte order mark', () => {
    const source = new JsonSource('\ufeff{"a": 7}');
    expect(source.spanOf('$.a')).toEqual({ from: 6, to: 7 });
  });
});

describe('paths of problems', () => {
  const source = new JsonSource('{"a": {"b": [1, {"c": 2}]}, "odd key": 3, "a": {"d": 4}}');
  const part = (path: string, isKey?: boolean): string => {
    const { from, to } = source.spanOf(path, isKey);
    return `${from} ${source.text.slice(from, to)}`;
  };

  it.each<[path: string, isKey: boolean, found: string]>([
    ['$.a.d', false, '53 4'],
    ['$.a.d', true, '48 "d"'],
    ['$.a', false, '42 "a"'],
    ['$["odd key"]', false, '39 3'],
    // A missing value is looked for in the object that lacks it.
    ['$.a.x', false, '42 "a"'],
    ['$.x.y', false, '0 {'],
    ['$[0]', false, '0 {'],
    ['$.a.d and more', false, '53 4'],
  ])('%s, key %s', (path, isKey, found) => {
    expect(part(path, isKey)).toBe(found);
  });

  it.each([
    [0, '"a"', 'a'],
    [2, '"abc"', 'c'],
    [1, String.raw`"\u0041b"`, 'b'],
    [1, String.raw`"a\u00e9b"`, String.raw`\u00e9`],
    [2, String.raw`"\"\\b"`, 'b'],
    // There is no such character, so it is the whole string.
    [3, '"abc"', '"abc"'],
    [0, '""', '""'],
  ])('character %i of %s', (index, string, found) => {
    const row = new JsonSource(`{"rows": [${string}]}`);
    const { from, to } = row.spanOf(`$.rows[0][${index}]`);
    expect(row.text.slice(from, to)).toBe(found);
  });

  it('lead to a key that is shortened in them', () => {
    const key = 'k'.repeat(100);
    const long = new JsonSource(`{"other": 1, "${key}": 2}`);
    const { from } = long.spanOf(jsonPath([key]), true);
    expect(from).toBe(13);
  });
});

describe('slips', () => {
  it('include the first of each line, up to one that leaves the rest unclear', () => {
    const source = new JsonSource(
      '{\n  "a": one,\n  "b": 2\n  "c": three four,\n  "d": [5\n}\n"e": six',
    );
    expect(slipsOf(source).map(({ found }) => found)).toEqual([
      'one',
      'no comma before "c"',
      'three',
      '}',
    ]);
  });

  it('number ten at most', () => {
    expect(slipsOf(new JsonSource('a\n'.repeat(1000))).length).toBeLessThanOrEqual(10);
    expect(slipsOf(new JsonSource(`{${'"a": b,\n'.repeat(1000)}}`))).toHaveLength(10);
  });

  it('are not sought if brackets nest too deep for the stack', () => {
    expect(slipsOf(new JsonSource('['.repeat(1_000_000)))).toEqual([]);
  });

  it('have a place and a text for anything that is not JSON', () => {
    const letters = fc.constantFrom(...'{}[],:"\\/*-01.eE+truefalsn \n\'xé\u0000\u2028'.split(''));
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 30 }), (text) => {
        const source = new JsonSource(text);
        let isJson = true;
        try {
          JSON.parse(source.plain);
        } catch {
          isJson = false;
        }
        const slips = slipsOf(source);
        if (isJson) return;
        expect(slips.length, JSON.stringify(text)).toBeGreaterThan(0);
        for (const { from, to, found, expected } of slips) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeLessThanOrEqual(text.length);
          expect(found).not.toBe('');
          expect(expected).not.toBe('');
        }
      }),
      { numRuns: LONG ? 3000 : 500 },
    );
  });
});

describe('an excerpt', () => {
  it('has its marks under the right characters, in lines of any length', () => {
    const line = fc.string({
      unit: fc.constantFrom('a', '\t', ' ', '\u001b', '"'),
      maxLength: 300,
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), fc.nat(), fc.nat(40), (texts, at, length) => {
        const text = texts.join('\n');
        const from = at % (text.length + 1);
        const {
          line: number,
          column,
          ...shown
        } = new Lines(text).excerpt({ from, to: from + length });
        const before = text.slice(0, from).split('\n');
        expect([number, column]).toEqual([before.length, before.at(-1)!.length + 1]);
        const own = texts[number - 1];
        const part = own.slice(column - 1, column - 1 + length);
        const marked = shown.text.slice(
          shown.indent.length,
          shown.indent.length + shown.marks.length,
        );
        const printed = part.replaceAll('\t', ' ').replaceAll('\u001b', '\\u001b');
        expect(printed.startsWith(part === '' ? '' : marked)).toBe(true);
        if (own.length <= 68 && part !== '') expect(marked).toBe(printed);
      }),
    );
  });
});
