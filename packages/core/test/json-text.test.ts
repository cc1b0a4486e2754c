import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findExcess, findTwinKey, type JsonLimits } from '../src/json-text.ts';
import { parseMapText } from '../src/path/map-text.ts';
import { parseMovingAiMap, parseMovingAiScenario } from '../src/path/moving-ai.ts';
import { parseScenarioText } from '../src/scenario/parse.ts';
import { runsOf } from './helpers/runs.ts';

const VALUES = runsOf(300, 1000);

const LIMITS: JsonLimits = { depth: 3, keys: 4, elements: 5, parts: 6 };

function pairs(count: number): string {
  return Array.from({ length: count }, (_, k) => `"k${k}": ${k}`).join(', ');
}

describe('findExcess', () => {
  it.each<[string, string, string, string]>([
    ['levels', '[{"a":[[]]}]', '[{"a":[[{}]]}]', '4 levels'],
    ['keys', `[{${pairs(4)}}]`, `[{${pairs(5)}}]`, 'more than 4 keys'],
    ['keys that are one', '{"a":1,"a":1,"a":1,"a":1}', '{"a":1,"a":1,"a":1,"a":1,"a":1}', 'keys'],
    ['elements', '[1,"2",null,{},5]', '[1,"2",null,{},5,6]', 'more than 5 elements'],
    ['parts', '[[],[{}],[],[]]', '[[],[{}],[],[],[]]', 'more than 6 objects and arrays'],
  ])('accepts %s up to the limit, and not one more', (_, right, wrong, found) => {
    expect(findExcess(right, LIMITS)).toBeUndefined();
    expect(findExcess(wrong, LIMITS)?.found).toContain(found);
  });

  it('counts the entries of each object and array separately', () => {
    expect(findExcess(`{"a":{${pairs(4)}},"b":{${pairs(4)}},"c":1,"d":2}`, LIMITS)).toBeUndefined();
    expect(findExcess('{"a":[1,2,3,4,5],"b":[1,2,3,4,5]}', LIMITS)).toBeUndefined();
    expect(findExcess(`{"a":[1,2,3],${pairs(4)}}`, LIMITS)?.found).toContain('keys');
  });

  it('allows longer lists of lists', () => {
    const many = (count: number) => `[${Array(count).fill('[]').join(',')}]`;
    expect(findExcess(many(900), { ...LIMITS, parts: 1000 })).toBeUndefined();
  });

  it.each([
    ['brackets', '"[[[[[[{{{{"'],
    ['quotes and brackets', '"\\"[[[[[[\\\\"'],
    ['commas and colons', '[",,,,,,,,,,::::::"]'],
    ['no end', '["\\\\\\"[[[[[[[['],
  ])('ignores the contents of strings: %s', (_, text) => {
    expect(findExcess(text, LIMITS)).toBeUndefined();
  });

  it('reads on after a string that ends in backslashes', () => {
    expect(findExcess('["\\\\\\\\",[[[[]]]]]', LIMITS)?.found).toBe('4 levels');
  });

  it('copes with any text that is not JSON', () => {
    for (const text of ['', ']]]]', '}:,', '::::::', ',,,,,,,', '\\"']) {
      expect(() => findExcess(text, LIMITS)).not.toThrow();
    }
  });
});

/** The least of three runs, in time of the processor: other processes may slow one of them down. */
function leastMs(action: () => void): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    action();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

function refusalOf(action: () => unknown): { code: string; message: string } {
  try {
    action();
  } catch (error) {
    return error as { code: string; message: string };
  }
  return expect.fail('not refused');
}

describe('findTwinKey', () => {
  it.each<[string, string, readonly (string | number)[], number, number]>([
    ['at the top', '{"a":1,"a":2}', ['a'], 1, 8],
    ['far apart', '{"a":{"b":[]},\n "b":[{"a":0}],\n  "a" : 2}', ['a'], 3, 3],
    ['inside', '[0,{"x":[1,[2,3],{"y":1,\n"z":{},"y":[]}]}]', [1, 'x', 2, 'y'], 2, 8],
    ['that is empty', '{"":1,"":1}', [''], 1, 7],
    ['that is escaped', '{"a\\"":1,"\\u0061\\u0022":1}', ['a"'], 1, 10],
    ['that ends in a backslash', '{"a\\\\":1,"b":"\\\\","a\\\\":1}', ['a\\'], 1, 19],
    ['of the prototype', '{"__proto__":1,"__proto__":1}', ['__proto__'], 1, 16],
    ['behind an empty object', '{"a":{},"a":[]}', ['a'], 1, 9],
  ])('finds one %s', (_, text, path, line, column) => {
    JSON.parse(text);
    expect(findTwinKey(text)).toEqual({ path, line, column });
  });

  it.each([
    '{"a":"a","b":"a","c":["a","a"]}',
    '[{"a":1},{"a":1}]',
    '{"a":{"a":{"a":1}},"b":{"a":1}}',
    '{"a":"{\\"a\\":1,","A":"\\"a\\":"}',
    '{"toString":1,"constructor":[{"a":1},[],"a"],"b":","}',
    '"a"',
    '7',
  ])('finds none in %s', (text) => {
    JSON.parse(text);
    expect(findTwinKey(text)).toBeUndefined();
  });

  it(`finds one exactly where one was put, in any JSON (${VALUES} values, seed 7)`, () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(), fc.boolean(), (value, pick, escaped) => {
        const text = JSON.stringify(value, null, pick % 3);
        if (findTwinKey(text) !== undefined) return false;
        const keyed: string[] = [];
        // One text for each object that has a key, with that object marked.
        const mark = (one: unknown): void => {
          if (one === null || typeof one !== 'object') return;
          const [key] = Array.isArray(one) ? [] : Object.keys(one);
          if (key !== undefined)
            keyed.push(JSON.stringify(one).replace(/\}$/, () => `,${spelled(key, escaped)}:0}`));
          for (const inner of Object.values(one)) mark(inner);
        };
        mark(value);
        return keyed.every((twin) => findTwinKey(`[1,${twin}]`)?.path.length === 2);
      }),
      { seed: 7, numRuns: VALUES },
    );
  });

  it('is what refuses scenarios and maps with a duplicate key', () => {
    const twins = '{"name":"a",\n"species":[{"name":"b","count":50,"count":60}]}';
    expect(refusalOf(() => parseScenarioText(twins))).toMatchObject({
      code: 'SCENARIO_INVALID',
      problems: [
        {
          path: '$.species[0].count',
          found: 'the key a second time, in line 2, column 35',
          expected: 'each key once',
        },
        { path: '$.species[0].spawn', found: 'nothing' },
      ],
    });
    const map = '{"rows":[".."],"legend":{".":1,\n".":"wall"}}';
    expect(refusalOf(() => parseMapText(map))).toMatchObject({
      code: 'MAP_INVALID',
      message: 'found the key "." a second time, in line 2, column 1, expected each key once',
    });
  });
});

/** A key as JSON, with its characters as they are or escaped. */
function spelled(key: string, escaped: boolean): string {
  if (!escaped) return JSON.stringify(key);
  const units = Array.from({ length: key.length }, (_, k) => key.charCodeAt(k));
  return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
}

describe('16 MB that JSON.parse would take seconds and a gigabyte for', () => {
  const size = 15 * 2 ** 20;
  it.each<[string, () => string, string]>([
    ['opening brackets', () => '['.repeat(size), '33 levels'],
    ['brackets', () => '['.repeat(size / 2) + ']'.repeat(size / 2), '33 levels'],
    ['braces', () => '{"a":'.repeat(size / 5), '33 levels'],
    ['keys', () => `{${'"a":0,'.repeat(size / 6)}"b":0}`, 'more than 64 keys'],
    ['numbers', () => `{"name":[${'0,'.repeat(size / 2)}0]}`, 'more than 4096 elements'],
    ['objects', () => `[${'{},'.repeat(size / 3)}0]`, 'more than 4096 elements'],
  ])('are refused in 5 ms: %s', (_, make, found) => {
    const text = make();
    const refuse = () => refusalOf(() => parseScenarioText(text));
    expect(refuse()).toMatchObject({ code: 'SCENARIO_TOO_LARGE' });
    expect(refuse().message).toContain(found);
    expect(leastMs(refuse)).toBeLessThan(5);
    const refuseMap = () => refusalOf(() => parseMapText(`{"rows":["."],"legend":${text}}`));
    expect(refuseMap()).toMatchObject({ code: 'MAP_TOO_LARGE' });
  });

  it.each<[string, (word: string) => string]>([
    ['a key', (word) => `{"${word}":1}`],
    ['a type', (word) => `{"species":[{"behaviors":[{"type":"${word}"}]}]}`],
  ])('are refused in 100 ms, without a search for similar words: %s', (_, make) => {
    const text = make('a'.repeat(size / 2));
    const refuse = () => refusalOf(() => parseScenarioText(text));
    expect(refuse()).toMatchObject({ code: 'SCENARIO_INVALID' });
    expect(refuse().message.length).toBeLessThan(1000);
    expect(leastMs(refuse)).toBeLessThan(100);
  });

  it('are counted up to the limit of a million lists', () => {
    const text = `[${'[],'.repeat(size / 3)}[]]`;
    expect(refusalOf(() => parseScenarioText(text)).message).toContain('1000000 objects');
  });
});

describe('a text of a map', () => {
  const most = 2 ** 25;
  const head = 'type octile\nheight 1\nwidth 1\nmap\n.\n';

  it.each([
    ['a map', parseMapText],
    ['a MovingAI map', parseMovingAiMap],
    ['a list of queries', parseMovingAiScenario],
  ])('is refused unread when it is too long: %s', (_, parse) => {
    const text = ' '.repeat(most + 1);
    const refuse = () => refusalOf(() => parse(text));
    expect(refuse().code).toBe('MAP_TOO_LARGE');
    expect(leastMs(refuse)).toBeLessThan(5);
    expect(refusalOf(() => parse(' '.repeat(most))).code).toBe('MAP_INVALID');
  });

  it('may have the lines of the largest map and 100 more, or of 100,000 queries, and not one more', () => {
    const blank = 0x7fff + 100 - 6;
    expect(parseMovingAiMap(head + '\n'.repeat(blank)).width).toBe(1);
    expect(refusalOf(() => parseMovingAiMap(head + '\n'.repeat(blank + 1))).code).toBe(
      'MAP_TOO_LARGE',
    );
    const query = '0\ta\t1\t1\t0\t0\t0\t0\t0\n';
    const list = (count: number) => `version 1\n${query.repeat(count)}`.trimEnd();
    expect(parseMovingAiScenario(list(100_000))).toHaveLength(100_000);
    expect(refusalOf(() => parseMovingAiScenario(list(100_001))).code).toBe('MAP_TOO_LARGE');
  });

  it('is refused with a short message even if its legend has many characters', () => {
    const characters = Array.from({ length: 900 }, (_, k) => String.fromCharCode(0x400 + k));
    const legend = Object.fromEntries(characters.map((character) => [character, 1]));
    const { message } = refusalOf(() => parseMapText(JSON.stringify({ rows: ['.'], legend })));
    expect(message).toContain('and 800 more');
    expect(message.length).toBeLessThan(1000);
  });
});

it.each([[undefined], [5], [new Uint8Array(3)]])(
  '%o is refused because it is not a text',
  (one) => {
    const text = one as unknown as string;
    expect(refusalOf(() => parseScenarioText(text)).message).toContain('expected a text');
    expect(refusalOf(() => parseMapText(text)).message).toContain('expected a text');
  },
);
