import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorld, parseScenario, tick } from '@skein/core';
import { agentColumns, openTable, readTable } from '@skein/sweep/tables';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skein } from './skein.ts';

const home = mkdtempSync(join(tmpdir(), 'skein-flow-'));
const path = join(home, 'walk.parquet');
const csv = join(home, 'walk.csv');

afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Two lanes with 2 agents per meter: one to the right with 2 m/s, and one to the left with 1 m/s. */
beforeAll(async () => {
  const positions = Array.from({ length: 80 }, (_, k) => [
    Math.floor(k / 2) / 2 - 10,
    (k % 2) + 0.5,
  ]);
  const world = createWorld(
    parseScenario({
      name: 'lanes',
      dimensions: 2,
      dt: 1 / 64,
      species: [
        {
          name: 'walker',
          count: 80,
          spawn: {
            type: 'points',
            positions,
            velocities: positions.map((_, k) => [k % 2 ? -1 : 2, 0]),
          },
        },
      ],
    }),
  );
  const agents = agentColumns(world);
  for (const file of [path, csv]) {
    const own = createWorld(world.scenario);
    const rows = agentColumns(own);
    const table = await openTable(file, agents.schema);
    for (let sample = 0; sample < 40; sample++) {
      for (const part of rows.rows()) await table.write(part);
      tick(own, 8);
    }
    await table.finish();
  }
});

const flow = async (...args: string[]) => {
  const { code, stdout, stderr } = await skein(['flow', ...args]);
  return { code, stdout, stderr };
};

describe('skein flow --line', () => {
  it('prints the flows of each line, and the times from one to the next', async () => {
    const lines = ['--line', '0,0,0,2', '--line', '3,0,3,2'];
    const { code, stdout } = await flow(path, ...lines);
    expect(code).toBe(0);
    // Agents that begin on a line are to the right of it.
    const table = `
  crossings      number  first (s)  last (s)  flow (1/s)  per meter (1/(m s))
  both           29      0          4.75      5.895       2.947
  left to right  19      0.25       4.75      4           2
  right to left  10      0          4.5       2           1
`;
    expect(
      stdout,
    ).toBe(`line 1, (0, 0) to (0, 2), 2 m${table}line 2, (3, 0) to (3, 2), 2 m${table}line 1 to line 2: 13 passes
  mean (s)  least  10 %  median  90 %  most
  1.5       1.5    1.5   1.5     1.5   1.5
`);
    const { lines: found, passes } = JSON.parse((await flow(path, ...lines, '--json')).stdout);
    expect(found[0].leftToRight.flow).toBeCloseTo(4, 9);
    expect(found[0].rightToLeft.flow).toBeCloseTo(2, 9);
    expect(found[1].leftToRight.specificFlow).toBeCloseTo(2, 9);
    expect(passes).toHaveLength(1);
    expect(passes[0].min).toBeCloseTo(1.5, 9);
    expect(passes[0].max).toBeCloseTo(1.5, 9);
  });

  it('writes a row for each crossing', async () => {
    const out = join(home, 'n.csv');
    await flow(path, '--line', '0,0,0,1', '--out', out);
    const { columns, rows } = await readTable(out);
    expect([...columns.keys()]).toEqual(['line', 'time', 'id', 'direction', 'count', 'net']);
    const times = columns.get('time') as Float64Array;
    expect(rows).toBeGreaterThan(15);
    for (let row = 1; row < rows; row++) expect(times[row] - times[row - 1]).toBeCloseTo(0.25, 9);
    expect([...(columns.get('net') as Float64Array)]).toEqual(
      Array.from({ length: rows }, (_, k) => k + 1),
    );
  });

  it('reads CSV with --dt, and only the ticks from --from to --to', async () => {
    const args = ['--line', '0,0,0,2', '--from', '64', '--to', '192'];
    const [a, b] = [await flow(path, ...args), await flow(csv, ...args, '--dt', '0.015625')];
    expect(b.stdout).toBe(a.stdout);
    const { lines } = JSON.parse((await flow(path, ...args, '--json')).stdout);
    expect(lines[0].both.first).toBeGreaterThanOrEqual(1);
    expect(lines[0].both.last).toBeLessThanOrEqual(3);
  });
});

describe('skein flow --area', () => {
  it('prints densities, speeds and flows, and writes the fundamental diagram', async () => {
    const out = join(home, 'diagram.parquet');
    const args = ['--area', '-1,0,1,2', '--out', out, '--to', '256', '--cutoff', '2'];
    const { code, stdout } = await flow(path, ...args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^area \(-1, 0\) to \(1, 2\), 0 to 4 s, 33 samples\n/);
    const { edie } = JSON.parse((await flow(path, ...args, '--json')).stdout);
    // Each of the lanes has 1 agent per m^2.
    expect(edie.density).toBeCloseTo(2, 9);
    expect(edie.flow).toBeCloseTo(3, 9);
    expect(edie.flowX).toBeCloseTo(1, 9);
    const { rows, schema, columns } = await readTable(out);
    expect(rows).toBe(33);
    expect(schema.columns.map(({ name, unit }) => [name, unit])).toEqual([
      ['tick', undefined],
      ['time', 's'],
      ['agents', undefined],
      ['density', '1/m^2'],
      ['speed', 'm/s'],
      ['flow', '1/(m s)'],
    ]);
    const [density, speed, product] = ['density', 'speed', 'flow'].map(
      (name) => columns.get(name) as Float64Array,
    );
    for (let row = 0; row < rows; row++)
      expect(product[row]).toBeCloseTo(density[row] * speed[row], 9);
  });
});

describe('is refused', () => {
  it.each([
    [['PATH'], 2, '--line, --area: found neither, expected one of the two'],
    [
      ['PATH', '--area', '0,0,1,1', '--line', '0,0,1,1'],
      2,
      '--line, --area: found both, expected one',
    ],
    [
      ['PATH', '--line', '0,0,1,1', '--cutoff', '1'],
      2,
      '--cutoff: found 1 without --area, expected both',
    ],
    [['PATH', '--line', '0,0,1'], 2, 'Expected x1,y1,x2,y2, four numbers in meters, as 0,-1,0,1.'],
    [['PATH', '--line', '0,0,1,x'], 2, 'Expected x1,y1,x2,y2'],
    [
      ['PATH', '--line', '1,1,1,1'],
      2,
      '--line: found 1,1,1,1, of length 0, expected two different ends',
    ],
    [['PATH', '--area', '1,1,1,2'], 2, '--area: found 1,1,1,2, expected two opposite corners'],
    [
      ['CSV', '--area', '1,1,2,2'],
      2,
      '--dt: found nothing, and none in CSV, expected the length of a tick',
    ],
    [
      ['PATH', '--area', '1,1,2,2', '--out', 'PATH'],
      2,
      '--out: found PATH, the input itself; expected another file',
    ],
    [['PATH', '--area', '1,1,2,2', '--out', 'd.xlsx'], 2, 'Expected a name that ends in'],
    [['none.csv', '--area', '1,1,2,2'], 3, 'none.csv'],
  ])('%j', async (args, code, message) => {
    const named = (text: string) => text.replace('PATH', path).replace('CSV', csv);
    const before = readFileSync(path);
    const ended = await flow(...args.map(named));
    expect(ended.stderr).toContain(named(message));
    expect(ended.code).toBe(code);
    expect(readFileSync(path)).toEqual(before);
  });
});
