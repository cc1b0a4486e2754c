import { describe, expect, it } from 'vitest';
import { measure } from '../../src/measure/measure-world.ts';
import { readMeasures } from '../../src/measure/read-measures.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tickSliced } from '../../src/tick/tick.ts';

const box = { min: [0, 0], max: [7, 5] };
const scenario = parseScenario({
  name: 'measured',
  dimensions: 2,
  seed: 3,
  bounds: { type: 'wrap', ...box },
  fields: [
    { name: 'other', cells: [3, 2] },
    { name: 'scent', cells: [7, 5], decay: 0.3, diffusion: 0.2, min: -1e4 },
  ],
  species: [
    {
      name: 'ant',
      count: 17,
      spawn: { type: 'box', ...box, velocity: { speed: 1.5 } },
      behaviors: [{ type: 'deposit', field: 'scent', rate: 3 }],
    },
  ],
});
const TEXTS = ['fieldSum(scent)', 'fieldMean(scent)', 'fieldShare(scent,0.25)', 'fieldSum(other)'];

describe('measures of fields', () => {
  it.each([1, 3])('equal those of a plain loop over the cells, %d workers', (workers) => {
    const world = createWorld(scenario, { maxWorkers: workers });
    const { values } = world.views.fields.scent;
    expect(measure(world, TEXTS)).toEqual(Float64Array.of(0, 0, 0, 0));
    for (let k = 0; k < 40; k++) tickSliced(world, [...Array(workers).keys()]);
    let [sum, above] = [0, 0];
    for (const value of world.views.fields.scent.values) {
      sum += value;
      if (value > 0.25) above += 1;
    }
    expect(sum).toBeGreaterThan(10);
    expect(above).toBeGreaterThan(0);
    expect(above).toBeLessThan(values.length);
    expect(measure(world, TEXTS)).toEqual(Float64Array.of(sum, sum / 35, above / 35, 0));
  });

  it.each([
    ['fieldSum(scnt)', '"scnt" (did you mean "scent"?), expected one of other, scent'],
    ['fieldSum', 'expected fieldSum(FIELD)'],
    ['fieldShare(scent)', 'expected fieldShare(FIELD,VALUE)'],
    [
      'fieldShare(scent,much)',
      'found a value of "much", expected fieldShare(FIELD,VALUE) with a finite number',
    ],
    ['fieldMean(scent,1)', 'expected fieldMean(FIELD)'],
    ['ant.fieldSum(scent)', 'expected fieldSum(scent), because a field has no species'],
    ['each.fieldSum(scent)', 'expected fieldSum(scent), because a field has no species'],
  ])('refuse %s', (text, message) => {
    expect(() => readMeasures([text], scenario)).toThrow(message);
  });

  it('are refused where there are no fields', () => {
    const { fields: _, ...plain } = { ...scenario, species: [{ ...scenario.species[0] }] };
    plain.species[0] = { ...plain.species[0], behaviors: [] };
    expect(() => readMeasures(['fieldSum(scent)'], plain)).toThrow('a scenario with fields');
  });
});
