import { describe, expect, it } from 'vitest';
import { skein, testFolder, write } from './skein.ts';

const ROWS = ['..#....', '..#.##.', '.....#.'];
/** With its own legend, so that the drawing cannot be the input. */
const movingAi = `type octile\nheight 3\nwidth 7\nmap\n${ROWS.join('\n').replaceAll('#', '@')}\n`;

describe('skein path', () => {
  it('prints path, length and cost', async () => {
    const file = write(testFolder(), 'a.map', movingAi);
    expect(await skein(['path', file, '--from', '0,0', '--to', '3,1'])).toEqual({
      code: 0,
      signal: null,
      stdout: `from 0,0 to 3,1\nlength ${4 + Math.SQRT2}, cost ${4 + Math.SQRT2}, cells 6\n${'0,0 1,1 1,2 2,2 3,2 3,1'}\n`,
      stderr: '',
    });
  });

  it('draws map and path when asked', async () => {
    const file = write(testFolder(), 'a.map', movingAi);
    const args = ['path', file, '--from', '0,0', '--to', '6,2', '--neighbors', '4', '--draw'];
    const { stdout } = await skein(args);
    const [first, second, third] = stdout.split('\n');
    expect([first, second, third]).toEqual(['A.#oooo', 'o.#o##o', 'oooo.#B']);
  });

  it('reads JSON from standard input, with costs, and prints JSON', async () => {
    const map = { rows: ['.~.', '.#.', '...'], legend: { '.': 2, '~': 9, '#': 'wall' } };
    const args = ['path', '-', '--from', '0,0', '--to', '2,0', '--json', '--smooth'];
    const { code, stdout } = await skein(args, JSON.stringify(map));
    expect(code).toBe(0);
    const { expanded, ...rest } = JSON.parse(stdout);
    expect(expanded).toBeGreaterThan(2);
    expect(rest).toEqual({
      status: 'found',
      from: [0, 0],
      to: [2, 0],
      length: 2,
      cost: 11,
      cells: [
        [0, 0],
        [2, 0],
      ],
    });
  });

  it('accepts comments and trailing commas', async () => {
    const args = ['path', '-', '--from', '0,1', '--to', '0,0', '--draw'];
    const { code, stdout } = await skein(args, '// small\n{ "rows": [".", "."], }');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^B\nA\n/);
  });

  it('leads as near as possible to an unreachable goal, and says so', async () => {
    const map = { rows: ['..#.', '..#.'] };
    const args = ['path', '-', '--from', '0,1', '--to', '3,0', '--draw'];
    const { code, stdout } = await skein(args, JSON.stringify(map));
    expect(code).toBe(5);
    expect(stdout).toBe(
      `.o#B\nA.#.\nno path from 0,1 to 3,0; the reachable cell nearest to 3,0 is 1,0\nlength ${Math.SQRT2}, cost ${Math.SQRT2}, cells 2\n0,1 1,0\n`,
    );
  });

  it.each([
    [['--from', '0,0'], '', 2, "required option '--to <x,y>' not specified"],
    [['--from', '0;0', '--to', '1,1'], '', 2, 'Expected column,row'],
    [['--from', '-1,0', '--to', '1,1'], '', 2, 'Expected column,row'],
    [
      ['--from', '0,0', '--to', '7,0'],
      movingAi,
      2,
      '--to: found 7,0, expected a cell from 0,0 to 6,2',
    ],
    [['--from', '2,0', '--to', '0,0'], movingAi, 2, '--from: found a wall at 2,0; expected an'],
    [['--from', '0,0', '--to', '1,1', '--neighbors', '6'], '', 2, 'Allowed choices are 4, 8'],
    [
      ['--from', '0,0', '--to', '1,1'],
      '',
      1,
      'standard input: line 1: found "", expected a MovingAI',
    ],
    [
      ['--from', '0,0', '--to', '1,1'],
      '{"rows": ["..", "x."]}',
      1,
      'standard input:1:18: found "x", expected one of ".", "#"\n    1 | {"rows": ["..", "x."]}\n      |                  ^\n',
    ],
    [
      ['--from', '0,0', '--to', '1,1'],
      '{"rows": ["..", "."]}',
      1,
      'standard input:1:17: found 1 characters, expected 2',
    ],
    [['--from', '0,0', '--to', '1,1'], '{"rows": ["..",, ".."]}', 1, 'standard input:1:16: found'],
    [['--from', '0,0', '--to', '1,1'], Buffer.from([0xff]), 1, 'found bytes that are not UTF-8'],
    [
      ['--from', '0,0', '--to', '1,1'],
      ' '.repeat(2 ** 25 + 1),
      1,
      'expected at most 33554432 bytes',
    ],
  ])('refuses %j', async (args, input, code, message) => {
    const ended = await skein(['path', '-', ...args], input);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toContain(message);
  });

  it('says which file cannot be read', async () => {
    const { code, stderr } = await skein(['path', 'none.map', '--from', '0,0', '--to', '1,1']);
    expect(code).toBe(3);
    expect(stderr).toContain('cannot read none.map');
  });
});
