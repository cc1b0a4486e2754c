import { crowd } from '../crowd.ts';
import { NEIGHBORS, openContest } from '../crowd-contest.ts';
import { ratios } from '../statistics.ts';
import { openAll } from '../stepper.ts';
import { inTurns } from '../turns.ts';
import { chasers } from '../workload.ts';
import type { Goal, Measured, Measurement } from './goal.ts';

const DETOUR = (agents: number): Goal => ({
  name: `a crowd of ${agents.toLocaleString('en')}, one worker, against DetourCrowd`,
  unit: 'x',
  reach: 3,
  aim: 8,
  better: 'more',
});

const ORCA: Goal = {
  name: '100,000 walkers with ORCA, two workers',
  unit: 'ms',
  reach: 200,
  aim: 80,
  better: 'less',
};

const CONTEXT: Goal = {
  name: '20,000 agents with context steering in the plane, two workers',
  unit: 'ms',
  reach: 16,
  aim: 16,
  better: 'less',
};

export const detourGoals: Measurement = async ({ quick, signal }) => {
  const measured: Measured[] = [];
  for (const agents of [1000, 10_000]) {
    const { samples, hash } = await openContest(agents, { turns: quick ? 5 : 9, signal });
    measured.push({ goal: DETOUR(agents), samples: ratios(samples[1], samples[0]), hash });
  }
  return measured;
};

export const crowdGoals: Measurement = async ({ quick, signal }) => {
  const scenarios = [
    { goal: ORCA, scenario: crowd(100_000, NEIGHBORS) },
    { goal: CONTEXT, scenario: chasers(20_000) },
  ];
  const measured: Measured[] = [];
  for (const { goal, scenario } of scenarios) {
    await using steppers = await openAll([{ scenario, workers: 2, ticks: 4 }]);
    const [samples] = await inTurns(steppers, { turns: quick ? 5 : 9, signal });
    measured.push({ goal, samples: samples!, hash: steppers[0].hash });
  }
  return measured;
};
