import { expect, it } from 'vitest';
import { readPlan } from '../../src/plan/read-plan.ts';
import { runsTable, samplesTable } from '../../src/results/result-columns.ts';
import { flockPlan } from '../scenes.ts';

it.each([
  [[1, 2, 4], 'u32'],
  [{ from: 1, to: 9, steps: 3, whole: true }, 'u32'],
  [7, 'u32'],
  [[1, 2.5], 'f64'],
  // Its steps may fall between whole numbers.
  [{ from: 1, to: 3, steps: 3 }, 'f64'],
])('a parameter with the values %j is a column of type %s', (values, type) => {
  const plan = readPlan(flockPlan({ parameters: { 'bird.separation.weight': values } }));
  for (const { columns } of [runsTable(plan), samplesTable(plan)]) {
    expect(columns.find(({ name }) => name === 'bird.separation.weight')?.type).toBe(type);
  }
});
