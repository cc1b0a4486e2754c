import type { DataTable } from '../../src/fit/fit-data.ts';
import { type FitProblem, type FitSettings, readFit } from '../../src/fit/fit-problem.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { readPlan } from '../../src/plan/read-plan.ts';

/**
 * A lone walker that starts at rest and is pulled toward its speed: after n ticks of 0.1 s it is at
 * speed * 0.1 * (n - sum of r^k for k from 1 to n), where r = 1 - 0.1 * weight / mass.
 */
export function walkPlan(more: Record<string, unknown> = {}): Plan {
  return readPlan({
    scenario: {
      name: 'walk',
      dt: 0.1,
      dimensions: 2,
      species: [
        {
          name: 'walker',
          count: 1,
          maxSpeed: 2,
          spawn: { type: 'box', min: [0, 0], max: [0, 0] },
          goals: { type: 'points', positions: [[1000, 0]] },
          behaviors: [{ type: 'goal', weight: 4 }],
        },
      ],
    },
    ticks: 20,
    every: 5,
    measures: ['x=mean(position.x)'],
    parameters: {
      'walker.mass': [1, 2, 3],
      'walker.maxSpeed': { from: 0.5, to: 8, scale: 'log' },
    },
    sample: 'random:1',
    ...more,
  });
}

/** The place of a walker of `walkPlan` in closed form. */
export function placeOf(speed: number, ticks: number, mass = 1, weight = 4): number {
  const rest = 1 - (0.1 * weight) / mass;
  let place = 0;
  for (let tick = 1; tick <= ticks; tick++) place += 0.1 * speed * (1 - rest ** tick);
  return place;
}

export function tableOf(text: string, name = 'data.csv'): DataTable {
  const [head, ...rows] = text.trim().split('\n');
  return {
    name,
    columns: head.split(','),
    rows: rows.map((row, at) => ({
      line: at + 2,
      cells: row.split(',').map((cell) => (cell === '' ? null : cell)),
    })),
  };
}

export function walkFit(
  text: string,
  settings: FitSettings = {},
  more: Record<string, unknown> = {},
): FitProblem {
  return readFit(walkPlan(more), tableOf(text), settings);
}
