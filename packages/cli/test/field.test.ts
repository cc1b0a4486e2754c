import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTable, TABLE_FORMATS } from '@skein/sweep/tables';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { someOf } from '../../core/test/helpers/long.ts';
import { flock } from './scenes.ts';
import { skeinHere, testFolder, write } from './skein.ts';

/** Agents at rest in the middle of cells, leaving 1 per tick there, in a field that neither spreads nor decays. */
function resting(dimensions: 2 | 3): string {
  const [min, max] = [[-4, 0, 1].slice(0, dimensions), [4, 6, 3].slice(0, dimensions)];
  const positions = [
    [-3.5, 0.5, 1.5],
    [3.5, 5.5, 2.5],
    [3.5, 5.5, 2.5],
  ];
  return JSON.stringify({
    name: 'resting',
    dt: 0.5,
    dimensions,
    bounds: { type: 'contain', min, max },
    fields: [{ name: 'trail', cells: [8, 6, 2].slice(0, dimensions) }],
    species: [
      {
        name: 'stone',
        count: 3,
        spawn: { type: 'points', positions },
        behaviors: [{ type: 'deposit', field: 'trail', rate: 2 }],
      },
    ],
  });
}

describe('skein run --field', () => {
  it.each(someOf(TABLE_FORMATS, 3))('writes each cell of each sample as .%s', async (format) => {
    const folder = testFolder();
    const file = write(folder, 'resting.json', resting(2));
    const out = join(folder, `trail.${format}`);
    const args = ['run', file, '--ticks', '3', '--every', '2', '--field', `trail=${out}`];
    const { code, stderr } = await skeinHere(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { rows, columns } = await readTable(out);
    expect([...columns.keys()]).toEqual(['tick', 'x', 'y', 'value']);
    expect(rows).toBe(3 * 48);
    const cells = Array.from({ length: rows }, (_, k) =>
      [...columns.values()].map((column) => Number(column[k])),
    );
    // All cells, x running first, with the sample of the end after those of every second tick.
    expect(cells.slice(0, 3)).toEqual([
      [0, -3.5, 0.5, 0],
      [0, -2.5, 0.5, 0],
      [0, -1.5, 0.5, 0],
    ]);
    expect(cells.filter(([, , , value]) => value !== 0)).toEqual([
      [2, -3.5, 0.5, 2],
      [2, 3.5, 5.5, 4],
      [3, -3.5, 0.5, 3],
      [3, 3.5, 5.5, 6],
    ]);
  });

  it('has the height of a cell in 3D, and no picture', async () => {
    const folder = testFolder();
    const file = write(folder, 'resting.json', resting(3));
    const out = join(folder, 'trail.csv');
    await skeinHere(['run', file, '--ticks', '1', '--field', `trail=${out}`]);
    const lines = readFileSync(out, 'utf8').trimEnd().split('\n');
    expect(lines[0]).toBe('tick,x,y,z,value');
    expect(lines.filter((line) => !line.endsWith(',0'))).toEqual([
      'tick,x,y,z,value',
      '1,-3.5,0.5,1.5,1',
      '1,3.5,5.5,2.5,2',
    ]);
    const png = join(folder, 'trail.png');
    const { code, stderr } = await skeinHere([
      'run',
      file,
      '--ticks',
      '1',
      '--field',
      `trail=${png}`,
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain('of a field in space, expected a field in the plane');
    expect(existsSync(png)).toBe(false);
  });

  it('draws the last state, with y up, the least value dark and the greatest bright', async () => {
    const folder = testFolder();
    const file = write(folder, 'resting.json', resting(2));
    const png = join(folder, 'trail.png');
    writeFileSync(png, 'what was there');
    const { code } = await skeinHere(['run', file, '--ticks', '5', '--field', `trail=${png}`]);
    expect(code).toBe(0);
    const { width, height, data } = PNG.sync.read(readFileSync(png));
    // 64 pixels for each cell.
    expect([width, height]).toEqual([512, 384]);
    const at = (x: number, y: number) => [
      ...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3),
    ];
    // The ends and the middle of viridis.
    expect(at(200, 200)).toEqual([0x44, 0x01, 0x54]);
    expect(at(511, 0)).toEqual([0xfd, 0xe7, 0x25]);
    expect(at(0, 383)).toEqual(at(63, 320));
    expect(at(0, 383)[1]).toBeGreaterThan(0x80);
    expect(at(0, 383)[1]).toBeLessThan(0xa0);
  });

  it.each([
    ['trail', 'FIELD=PATH'],
    ['=x.png', 'FIELD=PATH'],
    ['trail=', 'a path'],
    ['trail=trail.gif', '.parquet'],
    ['smell=smell.csv', 'found smell, expected a field: trail'],
  ])('refuses %s', async (text, expected) => {
    const file = write(testFolder(), 'resting.json', resting(2));
    const { code, stderr } = await skeinHere(['run', file, '--field', text]);
    expect(code).toBe(2);
    expect(stderr).toContain(expected);
  });

  it('refuses a scenario without fields, and two fields in one file', async () => {
    const folder = testFolder();
    const plain = await skeinHere([
      'run',
      write(folder, 'flock.json', flock(99)),
      '--field',
      'a=a.csv',
    ]);
    expect(plain.stderr).toContain('expected a scenario with fields');
    const out = join(folder, 'trail.csv');
    const file = write(folder, 'resting.json', resting(2));
    const twice = await skeinHere([
      'run',
      file,
      '--field',
      `trail=${out}`,
      '--field',
      `trail=${out}`,
    ]);
    expect(twice.stderr).toContain('expected another file');
  });
});
