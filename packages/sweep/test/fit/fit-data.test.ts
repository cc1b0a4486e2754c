import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkData, readDataTable } from '../../src/fit/fit-data.ts';
import { readFit } from '../../src/fit/fit-problem.ts';
import { testFolder } from '../folder.ts';
import { tableOf, walkFit, walkPlan } from './walk.ts';

const read = (text: string, more = {}) => checkData(tableOf(text), walkPlan(more));

describe('data', () => {
  it('have conditions, ticks, values and their standard deviations', () => {
    const measures = ['x=mean(position.x)', 'v=mean(speed)'];
    const { names, conditions, data, table } = read(
      'v,tick,walker.mass,x,x.sd\n1,5,2,3,0.5\n,20,2.0,-4,2\n7,5,3,,',
      { measures },
    );
    expect(names).toEqual(['walker.mass']);
    expect(conditions).toEqual([[2], [3]]);
    // Without a standard deviation, the scale is the root mean square of the values of the measure: of 1 and 7.
    expect(data).toEqual([
      { condition: 0, tick: 5, measure: 1, name: 'v', value: 1, scale: 5 },
      { condition: 0, tick: 5, measure: 0, name: 'x', value: 3, scale: 0.5 },
      { condition: 0, tick: 20, measure: 0, name: 'x', value: -4, scale: 2 },
      { condition: 1, tick: 5, measure: 1, name: 'v', value: 7, scale: 5 },
    ]);
    expect(table.rows[1]).toEqual([null, 20, 2, -4, 2]);
  });

  it('without conditions are compared with one combination', () => {
    const { names, conditions } = read('x\n3', { parameters: {} });
    expect([names, conditions]).toEqual([[], [[]]]);
  });

  it('may set a text, and a number within a range', () => {
    const parameters = {
      'walker.mass': { from: 1, to: 3 },
      kind: { at: ['$.name'], values: ['walk', 'run'] },
    };
    expect(read('kind,walker.mass,x\nrun,1.25,3', { parameters }).conditions).toEqual([
      ['run', 1.25],
    ]);
  });

  it.each([
    ['x\n', 'data.csv: found no rows, expected at least one row of data'],
    [
      'x,y\n1,2',
      'data.csv: found the column "y", expected a parameter or a measure of the plan (walker.mass, walker.maxSpeed, x), MEASURE.sd or tick',
    ],
    [
      'walker.mas,x\n1,2',
      'data.csv: found the column "walker.mas" (did you mean "walker.mass"?), expected',
    ],
    [
      'walker.mass\n1',
      'data.csv: found the columns walker.mass, expected a column with a measure of the plan: x',
    ],
    ['x.sd\n1', 'data.csv: found the column "x.sd"'],
    ['x\nfast', 'data.csv, line 2, x: found "fast", expected a number'],
    ['x\n1\nInfinity', 'data.csv, line 3, x: found "Infinity", expected a number'],
    [
      'walker.mass,x\n1,2\n,3',
      'data.csv, line 3, walker.mass: found nothing, expected a value that the plan has: 1, 2, 3',
    ],
    [
      'walker.mass,x\n1,2\n4,3',
      'data.csv, line 3, walker.mass: found "4", expected a value that the plan has: 1, 2, 3',
    ],
    [
      'walker.maxSpeed,x\n9,3',
      `data.csv, line 2, walker.maxSpeed: found "9", expected a number of the plan's range, 0.5 to 8`,
    ],
    [
      'walker.mass,x\n1,2\n2,3\n1.0,2',
      'data.csv, line 4: found the conditions of line 2, expected each combination of conditions once',
    ],
    ['tick,x\n5,1\n5,2', 'data.csv, line 3: found the conditions of line 2'],
    [
      'tick,x\n7,1',
      'data.csv, line 2, tick: found 7, expected a tick with a sample: each 5 ticks from 0, and 20',
    ],
    ['tick,x\n25,1', 'data.csv, line 2, tick: found 25'],
    ['tick,x\n,1', 'data.csv, line 2, tick: found nothing, expected a number'],
    ['walker.mass,x\n1,', 'data.csv, line 2: found no value of a measure, expected at least one'],
    ['x\n0', 'data.csv, x: found only zeros, expected a value other than 0, or a column x.sd'],
    [
      'x,x.sd\n1,0',
      'data.csv, line 2, x.sd: found 0, expected a standard deviation of at least 1e-60',
    ],
    ['x\n1e200', 'data.csv, line 2, x: found 1e+200, expected a number from -1e+60 to 1e+60'],
    [
      'x,x.sd\n1,',
      'data.csv, line 2, x.sd: found nothing, expected the standard deviation of the value in this line',
    ],
  ])('are refused with the place: %j', (text, message) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'FIT_DATA' }));
    expect(() => read(text)).toThrow(message);
  });

  it('are read from a file, with the lines of its rows', async () => {
    const file = join(testFolder(), 'walk.csv');
    writeFileSync(file, 'walker.mass,x\n1,2\n\n2,zwei\n');
    const table = await readDataTable(file);
    expect(() => checkData(table, walkPlan())).toThrow(`${file}, line 4, x: found "zwei"`);
    writeFileSync(file, `x\n${'1\n'.repeat(10_001)}`);
    await expect(readDataTable(file)).rejects.toThrow('found more than 10000 rows');
  });
});

describe('a fit', () => {
  it.each([
    [{ 'walker.mass': 1 }, 'x\n1', 'parameters: found no range that is not a column of the data'],
    [{}, 'x\n1', 'parameters: found no range that is not a column of the data'],
    [{ 'walker.mass': { from: 1, to: 2 } }, 'walker.mass,x\n1,2', 'parameters: found no range'],
    [
      { 'walker.mass': [1, 2], 'walker.maxSpeed': { from: 1, to: 2 } },
      'x\n1',
      'walker.mass: found 2 values, expected a range without steps to fit, one value, or a column of the data',
    ],
    [
      { 'walker.mass': { from: 1, to: 2, steps: 3 } },
      'x\n1',
      'walker.mass: found the steps of 1..2x3',
    ],
  ])('of the parameters %j is refused', (parameters, text, message) => {
    expect(() => walkFit(text, {}, { parameters })).toThrow(message);
  });

  it('of a range of one value is refused with the plan', () => {
    const parameters = { 'walker.mass': { from: 2, to: 2 } };
    expect(() => walkFit('x\n1', {}, { parameters })).toThrow('found the empty range 2..2');
  });

  it.each([
    [{ generations: 0 }, 'generations: found 0, expected a whole number from 1 to 100000'],
    [{ population: 3 }, 'population: found 3, expected a whole number from 4 to 10000'],
    [{ sigma: 0 }, 'sigma: found 0, expected a number above 0, up to 1'],
    [{ sigma: Number.NaN }, 'sigma: found NaN'],
    [{ seed: 0.5 }, 'seed: found 0.5, expected a whole number from 0 to 4294967295'],
    [{ tolerance: -1 }, 'tolerance: found -1, expected a number from 0 to 1'],
    [
      { generations: 1000, population: 101 },
      '1000 generations of 101 candidates under 1 conditions, which are 101000 combinations, expected at most 100000',
    ],
  ])('with the settings %j is refused', (settings, message) => {
    const plan = walkPlan({ parameters: { 'walker.maxSpeed': { from: 1, to: 2 } } });
    expect(() => readFit(plan, tableOf('x\n1'), settings)).toThrow(message);
    expect(() => readFit(plan, tableOf('x\n1'), settings)).toThrow(
      expect.objectContaining({ code: 'FIT_SEARCH' }),
    );
  });
});
