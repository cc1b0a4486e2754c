import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseMovingAiMap, parseMovingAiScenario } from '../../src/path/moving-ai.ts';
import { PathFinder } from '../../src/path/path-finder.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');

it('finds the path lengths in a list of queries that another program wrote', () => {
  const map = parseMovingAiMap(fixture('rooms.map'));
  const finder = new PathFinder(map);
  const queries = parseMovingAiScenario(fixture('rooms.map.scen'));
  expect(queries).toHaveLength(120);
  for (const { start, goal, length, bucket, width, height } of queries) {
    expect([width, height]).toEqual([map.width, map.height]);
    const cell = ([x, y]: readonly [number, number]) => y * map.width + x;
    const path = finder.find(cell(start), cell(goal));
    expect(path.status).toBe('found');
    expect(path.length).toBeCloseTo(length, 6);
    expect(Math.floor(path.length / 4)).toBe(bucket);
  }
});

describe('parseMovingAiMap', () => {
  const head = 'type octile\nheight 2\nwidth 3\nmap\n';

  it('treats ground and swamp as open, and everything else as walls', () => {
    expect([...parseMovingAiMap(`${head}.GS\n@OT`).cost]).toEqual([1, 1, 1, 0, 0, 0]);
    expect([...parseMovingAiMap(`${head}WWW\n...\n`).cost]).toEqual([0, 0, 0, 1, 1, 1]);
  });

  it('takes costs from a legend', () => {
    const legend = { '.': 1, S: 4, T: 'wall' } as const;
    expect([...parseMovingAiMap(`${head}.S.\n.T.`, legend).cost]).toEqual([1, 4, 1, 1, 0, 1]);
  });

  it.each([
    ['', 'line 1: found nothing, expected "type octile"'],
    ['type tile\n', 'line 1: found "type tile"'],
    ['type octile\nwidth 3\nheight 2\nmap\n', 'line 2: found "width 3"'],
    ['type octile\nheight 2\nwidth -3\nmap\n', 'line 3: found "width -3"'],
    ['type octile\nheight 2\nwidth 3\n...\n...', 'line 4: found "...", expected "map"'],
    ['type octile\nheight 0\nwidth 3\nmap\n', 'expected at least one cell'],
    ['type octile\nheight 99999\nwidth 99999\nmap\n', 'expected at most'],
    [`${head}...\n`, 'line 5: found 1 rows, expected 2'],
    [`${head}...\n...\n...\n`, 'line 7: found 3 rows, expected 2'],
    [`${head}....\n....\n`, 'line 5: found 4 characters, expected 3'],
    [`${head}...\n....\n`, 'line 6: found 4 characters, expected 3'],
    [`${head}...\n..x\n`, 'line 6, column 3: found "x", expected one of'],
  ])('refuses %j', (text, message) => {
    expect(() => parseMovingAiMap(text)).toThrow(message);
  });
});

describe('parseMovingAiScenario', () => {
  it('reads fields separated by tabs, and map names with spaces', () => {
    const text = 'version 1.0\n3\tmaps/a b.map\t5\t4\t0\t1\t4\t3\t13.5\r\n';
    const query = { map: 'maps/a b.map', width: 5, height: 4, start: [0, 1], goal: [4, 3] };
    expect(parseMovingAiScenario(text)).toEqual([{ ...query, bucket: 3, length: 13.5 }]);
  });

  it.each([
    ['version 2\n', 'line 1: found "version 2"'],
    ['version 1\n0\ta\t5\t4\t0\t1\t4\t3', 'line 2: found 8 fields, expected 9'],
    [
      'version 1\n0\ta\t5\t4\t0\t1\t4\tx\t1',
      'line 2, column 15: found "x", expected a whole number',
    ],
    ['version 1\n0\ta\t5\t4\t0\t1\t4\t3\t-1', 'expected a decimal number'],
    ['version 1\n0\ta\t5\t4\t0\t4\t4\t3\t1', 'line 2: found start or goal 0,4 4,3'],
  ])('refuses %j', (text, message) => {
    expect(() => parseMovingAiScenario(text)).toThrow(message);
  });
});
